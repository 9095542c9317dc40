use super::*;
use serde_json::{Value, json};

fn lines(lines: &[String]) -> Vec<Value> {
    lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ask(site: &Site, name: &str, act: &Value) -> (u64, String) {
    let message = json!({ "message": "ask", "id": 7, "name": name, "query": { "lang": "en" }, "act": act.to_string() });
    let answers = lines(&site.take(&message.to_string()));
    let answer = &answers[0]["answer"];
    assert_eq!(answer["id"], 7);
    let body = BASE64_STANDARD.decode(answer["body"].as_str().unwrap()).unwrap();
    (answer["status"].as_u64().unwrap(), String::from_utf8_lossy(&body).into_owned())
}

fn listen(site: &Site) -> Vec<Value> {
    let mut heard = lines(&site.take(r#"{"message":"listen","lang":"ja"}"#));
    heard.extend(lines(&site.news()));
    heard
}

/// The last state among some lines.
fn state(heard: &[Value]) -> &Value {
    let mut states = heard.iter().map(|line| &line["event"]).filter(|event| event["name"] == "state");
    &states.next_back().expect("a state")["data"]
}

#[test]
fn a_game_is_played_by_lines_alone() {
    let site = Site::new(Language::En);
    assert!(site.news().is_empty(), "nobody listens yet");
    let heard = listen(&site);
    assert_eq!((&heard[0]["event"]["name"], &heard[0]["event"]["data"]["language"]), (&json!("hello"), &json!("ja")));
    let turn = state(&heard)["turn"].clone();
    assert!(site.news().is_empty(), "all has been told");

    let began = ask(&site, "act", &json!({ "act": "new", "game": "dobutsu", "side": "black", "level": -10 }));
    assert_eq!(began, (200, r#"{"done":true}"#.to_owned()));
    let heard = lines(&site.news());
    assert_ne!(state(&heard)["turn"], turn);
    let turn = state(&heard)["turn"].clone();
    let (status, refused) = ask(&site, "act", &json!({ "act": "move", "move": "2d2a", "turn": turn }));
    assert!(status == 409 && refused.contains("refused"), "{refused}");
    assert_eq!(ask(&site, "act", &json!({ "act": "move", "move": "2c2b", "turn": turn })).0, 200);

    let mut mind = site.mind();
    while site.work(&mut mind, true) {}
    let heard = lines(&site.news());
    assert_eq!(state(&heard)["tree"].as_array().unwrap().len(), 3, "the program has answered");
}

#[test]
fn what_cannot_be_read_is_answered() {
    let site = Site::new(Language::En);
    assert_eq!(lines(&site.take("nonsense"))[0]["answer"]["status"], 400);
    assert_eq!(ask(&site, "events", &Value::Null).0, 404);
    let (status, record) = ask(&site, "file", &Value::Null);
    assert!(status == 200 && record.starts_with("#KIF"), "{record}");
}

#[test]
fn a_clock_says_when_it_is_to_be_looked_at() {
    let site = Site::new(Language::En);
    listen(&site);
    let clock = json!({ "act": "new", "game": "shogi", "side": "both", "clock": { "byoyomi": 0.02 } });
    assert_eq!(ask(&site, "act", &clock).0, 200);
    let heard = lines(&site.news());
    let wake = heard.iter().find_map(|line| line["wake"].as_u64()).expect("a time");
    assert!(wake <= 21, "{wake}");
    std::thread::sleep(std::time::Duration::from_millis(wake));
    assert!(site.take(r#"{"message":"wake"}"#).is_empty());
    assert!(state(&lines(&site.news()))["result"].is_string());
}

#[test]
fn acts_are_heard_between_two_moves_of_an_analysis() {
    let site = Site::new(Language::En);
    listen(&site);
    let bytes = BASE64_STANDARD.encode("startpos moves 7g7f 3c3d 8h2b+ 3a2b\n");
    let open = json!({ "act": "open", "files": [{ "name": "a.usi", "bytes": bytes }] });
    assert_eq!(ask(&site, "act", &open).0, 200);
    let analyse = |on: bool| assert_eq!(ask(&site, "act", &json!({ "act": "analyse", "on": on })).0, 200);
    let judged =
        |state: &Value| state["tree"].as_array().unwrap().iter().filter(|place| place["verdict"].is_object()).count();
    let mut mind = site.mind();
    let mut work = || {
        assert!(site.work(&mut mind, false));
        state(&lines(&site.news())).clone()
    };
    analyse(true);
    assert_eq!(judged(&work()), 1);
    assert_eq!(ask(&site, "act", &json!({ "act": "look", "node": 3 })).0, 200);
    let second = work();
    assert_eq!((judged(&second), &second["here"], &second["study"]["progress"]), (2, &json!(3), &json!("running")));
    analyse(false);
    let stopped = work();
    assert_eq!((judged(&stopped), &stopped["study"]["progress"]), (2, &json!("stopped")));
    assert!(stopped["study"]["accuracy"][0].is_number(), "what is known is shown");
    analyse(true);
    assert_eq!(judged(&work()), 3, "it goes on where it was stopped");
    work();
    assert_eq!(work()["study"]["progress"], "done");
    assert!(!site.work(&mut mind, false));
}
