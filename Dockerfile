# docker build -t kumataka .  and then  docker run -i kumataka
FROM rust:1.95-slim-trixie AS build
WORKDIR /kumataka
COPY . .
RUN cargo build --release --locked --bin kumataka

FROM debian:trixie-slim
COPY --from=build /kumataka/target/release/kumataka /usr/local/bin/kumataka
USER nobody
ENTRYPOINT ["kumataka"]
