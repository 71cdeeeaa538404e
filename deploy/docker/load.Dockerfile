# syntax=docker/dockerfile:1.7
# The simulations of load-test with Gatling, after `mvn package -DskipTests -Pload-image`:
#   docker build -f deploy/docker/load.Dockerfile .
FROM eclipse-temurin:25.0.3_9-jre-noble
RUN install --directory --owner=10001 --group=10001 /results
COPY load-test/target/load/ /load/
WORKDIR /tmp
USER 10001:10001
ENTRYPOINT ["java", "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp", "/load/*", "io.gatling.app.Gatling", "-s", "io.dronedelivery.loadtest.StepLoadSimulation", "-rf", "/results"]
