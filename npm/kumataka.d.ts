/** Takes a line of the engine, without its end. */
export type MessageListener = (line: string) => void;

/** An engine in a worker of its own. */
export interface Engine {
    /** Gives the engine a line of USI, or several. `quit` ends it as `terminate` does. */
    postMessage(command: string): void;
    /**
     * Gives the engine a file, a network or a book, that options then name: `setoption name EvalFile value NAME`. It lies in the
     * memory of the engine. The engine has read one that an option names already, so that other contents need another name.
     * @throws TypeError if the name is empty.
     */
    addFile(name: string, bytes: Uint8Array | ArrayBuffer): void;
    /** Calls `listener` with each line that the engine says. */
    addMessageListener(listener: MessageListener): void;
    removeMessageListener(listener: MessageListener): void;
    /** Ends the engine at once, even in mid-search. It says nothing more. */
    terminate(): void;
    /** Ends the engine behind its last answer: a search ends with `bestmove`, a count with its result. */
    end(): Promise<void>;
}

export interface EngineOptions {
    /** The address of a file of this package: `kumataka.wasm`, or `kumataka-plain.wasm` for a host without SIMD. */
    locateFile?: (path: string, prefix: string) => string;
    /** Takes what the engine writes to the standard error, `console.error` if none is named. */
    printErr?: (line: string) => void;
    /** The language of messages for people, such as `ja`; that of the user if none is named. */
    language?: string;
    /** False for the build without SIMD; that which the host can run if it is not given. */
    simd?: boolean;
}

/**
 * Starts an engine.
 * @throws If the program cannot be loaded.
 */
export default function createEngine(options?: EngineOptions): Promise<Engine>;
