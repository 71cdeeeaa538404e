# syntax=docker/dockerfile:1.7@sha256:a57df69d0ea827fb7266491f2813635de6f17269be881f696fbfdf2d83dda33e
# The stand-ins of Azure, after `mvn package -DskipTests -pl local/command -am`; the arguments are those of the jar:
#   docker build -f deploy/docker/local.Dockerfile -t drone-delivery-local .
ARG JRE=eclipse-temurin:25.0.3_9-jre-noble@sha256:fbcf915c585659b30eb766ada4d6d7cfc9ec1040bf521e95bf61b10a25af73db
FROM ${JRE}
RUN install --directory --owner=10001 --group=10001 /data
COPY --chmod=0555 deploy/docker/health-check /usr/local/bin/
WORKDIR /application
COPY local/command/target/drone-delivery-local.jar ./
USER 10001:10001
# Options of the JVM are given, so the jar starts no second one.
ENV JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=50 -XX:+ExitOnOutOfMemoryError"
ENV JDK_JAVA_OPTIONS="--sun-misc-unsafe-memory-access=allow -Dio.netty.noUnsafe=false"
ENTRYPOINT ["java", "-jar", "drone-delivery-local.jar"]
