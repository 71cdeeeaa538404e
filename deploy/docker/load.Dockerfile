# syntax=docker/dockerfile:1.7@sha256:a57df69d0ea827fb7266491f2813635de6f17269be881f696fbfdf2d83dda33e
# The simulations of load-test with Gatling, after `mvn package -DskipTests -Pload-image`:
#   docker build -f deploy/docker/load.Dockerfile .
FROM eclipse-temurin:25.0.3_9-jre-noble@sha256:fbcf915c585659b30eb766ada4d6d7cfc9ec1040bf521e95bf61b10a25af73db
RUN install --directory --owner=10001 --group=10001 /results
COPY load-test/target/load/ /load/
WORKDIR /tmp
USER 10001:10001
ENTRYPOINT ["java", "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp", "/load/*", "io.gatling.app.Gatling", "-s", "io.dronedelivery.loadtest.StepLoadSimulation", "-rf", "/results"]
