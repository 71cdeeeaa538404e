package io.dronedelivery.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.reactivestreams.Subscriber;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The house's arrows, and what no room of it may do. */
@AnalyzeClasses(
        packages = "io.dronedelivery",
        importOptions = {ImportOption.DoNotIncludeTests.class, HouseRulesTest.NoJarsOfTests.class})
class HouseRulesTest {

    static final class NoJarsOfTests implements ImportOption {

        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    private static final String HOUSE = "io.dronedelivery..";
    private static final String REQUEST_REPLY = "io.dronedelivery.requestreply..";
    private static final String LAUNCHER = "io.dronedelivery.localstack..";
    private static final Path LAB = Path.of("..", "..", "lab");

    @ArchTest
    static final ArchRule gateway_depends_on_service_kit_and_plain_text_alone =
            dependsOnlyOn("gateway", "servicekit", "plaintext");

    @ArchTest
    static final ArchRule delivery_service_depends_on_the_libraries_alone =
            dependsOnlyOn("delivery", "plaintext", "servicekit", "cosmosaccess", "messaging");

    @ArchTest
    static final ArchRule drone_service_depends_on_the_libraries_alone =
            dependsOnlyOn("drone", "plaintext", "servicekit", "cosmosaccess", "messaging");

    @ArchTest
    static final ArchRule invoice_service_depends_on_the_libraries_alone =
            dependsOnlyOn("invoice", "plaintext", "servicekit", "messaging", "requestreply");

    @ArchTest
    static final ArchRule service_kit_depends_on_what_strangers_send_alone =
            dependsOnlyOn("servicekit", "plaintext", "localrequests");

    @ArchTest
    static final ArchRule cosmos_access_depends_on_service_kit_alone = dependsOnlyOn("cosmosaccess", "servicekit");

    @ArchTest
    static final ArchRule messaging_depends_on_plain_text_alone = dependsOnlyOn("messaging", "plaintext");

    @ArchTest
    static final ArchRule a_request_gets_its_owner_from_its_caller_who_is_checked = noClasses()
            .that()
            .areAnnotatedWith(RestController.class)
            .should()
            .callMethod(Owner.class, "ofMessage", String.class);

    @ArchTest
    static final ArchRule a_request_asks_for_documents_by_an_owner_or_a_caller_who_is_checked = noClasses()
            .that()
            .areAnnotatedWith(RestController.class)
            .should()
            .accessTargetWhere(ofAContainerWithoutOwnerOrCaller())
            .because("the other methods bring and change the documents of whomever the request names");

    @ArchTest
    static final ArchRule local_journal_depends_on_nothing_of_ours = dependsOnlyOn("localjournal");

    @ArchTest
    static final ArchRule local_kit_depends_on_nothing_of_ours = dependsOnlyOn("localkit");

    @ArchTest
    static final ArchRule local_cosmos_depends_on_local_requests_kit_and_journal_alone =
            dependsOnlyOn("localcosmos", "localrequests", "localkit", "localjournal");

    @ArchTest
    static final ArchRule local_service_bus_depends_on_local_requests_kit_and_journal_alone =
            dependsOnlyOn("localservicebus", "localrequests", "localkit", "localjournal");

    @ArchTest
    static final ArchRule local_application_insights_depends_on_local_requests_alone =
            dependsOnlyOn("localapplicationinsights", "localrequests");

    @ArchTest
    static final ArchRule
            request_and_reply_shares_with_events_only_traces_drain_settings_calls_of_handlers_and_clients_of_brokers =
                    noClasses()
                            .that()
                            .resideInAPackage(REQUEST_REPLY)
                            .should()
                            .dependOnClassesThat(resideInAPackage("io.dronedelivery.messaging..")
                                    .and(not(resideInAnyPackage(
                                            "io.dronedelivery.messaging.trace",
                                            "io.dronedelivery.messaging.drain",
                                            "io.dronedelivery.messaging.settings")))
                                    .and(not(named("HandlerCall")))
                                    .and(not(named("AmqpData")))
                                    .and(not(named("TopicAdmin")))
                                    .and(not(named("ReplaceableProducer")))
                                    .and(not(named("PollThread"))));

    @ArchTest
    static final ArchRule request_and_reply_depends_on_messaging_and_plain_text_alone =
            dependsOnlyOn("requestreply", "messaging", "plaintext");

    @ArchTest
    static final ArchRule request_and_reply_shows_its_users_five_types = classes()
            .that()
            .resideInAPackage("io.dronedelivery.requestreply")
            .and()
            .areTopLevelClasses()
            .and()
            .arePublic()
            .should()
            .haveNameMatching(
                    ".*\\.(RequestReply|JobHandler|RequestReplySettings|RequestFailedException|RequestReplyStatus)");

    @ArchTest
    static final ArchRule designs_of_the_job_queue_do_not_know_each_other = slices().matching(
                    "io.dronedelivery.requestreply.(memory|postgres|servicebus|kafka)")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule job_queues_know_neither_callers_nor_workers = noClasses()
            .that()
            .resideInAnyPackage("io.dronedelivery.requestreply.*")
            .and()
            .resideOutsideOfPackage("io.dronedelivery.requestreply.autoscale")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.dronedelivery.requestreply", "io.dronedelivery.requestreply.autoscale");

    @ArchTest
    static final ArchRule local_kafka_depends_on_nothing_of_ours = dependsOnlyOn("localkafka");

    @ArchTest
    static final ArchRule local_blob_depends_on_local_requests_alone = dependsOnlyOn("localblob", "localrequests");

    @ArchTest
    static final ArchRule local_auth_depends_on_local_requests_alone = dependsOnlyOn("localauth", "localrequests");

    @ArchTest
    static final ArchRule stand_ins_know_nothing_of_the_sdk_they_serve = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.dronedelivery.localcosmos..",
                    "io.dronedelivery.localservicebus..",
                    "io.dronedelivery.localblob..",
                    "io.dronedelivery.localapplicationinsights..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.azure..")
            .because("then they would agree with the SDK even where both are wrong");

    @ArchTest
    static final ArchRule packages_of_a_module_have_no_cycles =
            slices().matching("io.dronedelivery.(*).(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nobody_waits_but_at_the_start_and_at_the_end = noClasses()
            // The binder's consumers are threads that wait for their handler; that is how it settles after the work.
            .that(not(resideInAPackage(LAUNCHER))
                    .and(not(named("ContainerOpener")))
                    // Test data, loaded before anybody is served.
                    .and(not(named("DocumentLoad")))
                    .and(not(named("EventConsumer"))))
            .should()
            .callMethodWhere(ofAPublisher("block", "blockFirst", "blockLast", "blockOptional", "toIterable", "toStream")
                    .and(not(byTheMethod("close"))))
            .because("an event loop that waits serves nobody; before the first and after the last call nobody is"
                    + " served");

    @ArchTest
    static final ArchRule nobody_subscribes_and_forgets = noClasses()
            // Where work begins that no caller waits for: the broker's deliveries, and what runs in the background.
            .that(not(resideInAnyPackage(
                    LAUNCHER,
                    "io.dronedelivery.messaging..",
                    REQUEST_REPLY,
                    "io.dronedelivery.servicekit.background..")))
            .should()
            .callMethodWhere(ofAPublisher("subscribe").and(not(withASubscriber())))
            .because("such a chain has lost its caller: its cancellation, its context and its errors");

    @ArchTest
    static final ArchRule nothing_is_bound_to_a_thread = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.ThreadLocal")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.InheritableThreadLocal")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("io.netty.util.concurrent.FastThreadLocal")
            .because("a request has no thread of its own; what belongs to it travels in the Reactor context");

    @ArchTest
    static final ArchRule nobody_prints_but_the_launcher = noClasses()
            .that(not(resideInAPackage(LAUNCHER))
                    .and(not(named("GatewayCommand")))
                    .and(not(named("LocalKafkaProcess"))))
            .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS);

    /** The JDK makes certificates by a program alone. */
    @ArchTest
    static final ArchRule processes_are_started_by_the_launcher_alone = noClasses()
            .that(not(resideInAPackage(LAUNCHER)).and(not(named("ServerCertificate"))))
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName(ProcessBuilder.class.getName());

    /** The lab is not on the class path here: its sources are read. */
    @ArchTest
    static void in_the_lab_its_kit_alone_starts_processes_and_makes_load(JavaClasses house) throws IOException {
        List<Path> others;
        try (Stream<Path> files = Files.walk(LAB)) {
            others = files.filter(file -> file.toString().contains("/src/main/java/"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.startsWith(LAB.resolve("kit")))
                    .toList();
        }
        assertThat(others).hasSizeGreaterThan(100);
        for (Path file : others) {
            assertThat(file).content().doesNotContain("ProcessBuilder", "io.netty.bootstrap.Bootstrap");
        }
    }

    @ArchTest
    static final ArchRule everybody_logs_through_slf4j = GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

    @ArchTest
    static final ArchRule collaborators_come_through_the_constructor =
            fields().should().notBeAnnotatedWith(Autowired.class);

    @ArchTest
    static final ArchRule configuration_is_immutable = classes()
            .that()
            .areAnnotatedWith(ConfigurationProperties.class)
            .should()
            .beRecords();

    @ArchTest
    static final ArchRule old_dates_stay_out_but_where_a_protocol_has_them = noClasses()
            .that(not(resideInAnyPackage(
                    "io.dronedelivery.localservicebus..",
                    "io.dronedelivery.messaging.servicebus..",
                    "io.dronedelivery.messaging.deadletter.servicebus..")))
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Date")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Calendar");

    /** Of the house's modules only on itself and on these. */
    private static ArchRule dependsOnlyOn(String module, String... others) {
        String[] allowed = new String[others.length + 1];
        allowed[0] = "io.dronedelivery." + module + "..";
        for (int index = 0; index < others.length; index++) {
            allowed[index + 1] = "io.dronedelivery." + others[index] + "..";
        }
        return noClasses()
                .that()
                .resideInAPackage(allowed[0])
                .should()
                .dependOnClassesThat(resideInAPackage(HOUSE).and(not(resideInAnyPackage(allowed))));
    }

    /** Also what a method reference names. */
    private static DescribedPredicate<JavaAccess<?>> ofAContainerWithoutOwnerOrCaller() {
        return DescribedPredicate.describe(
                "a method of a container that takes neither an owner nor a caller",
                access -> access.getTarget() instanceof CodeUnitAccessTarget method
                        && method.getOwner().isEquivalentTo(DocumentContainer.class)
                        && method.getRawParameterTypes().stream()
                                .noneMatch(
                                        type -> type.isEquivalentTo(Owner.class) || type.isEquivalentTo(Caller.class)));
    }

    private static DescribedPredicate<JavaClass> named(String simpleName) {
        return DescribedPredicate.describe(
                "named " + simpleName, type -> type.getSimpleName().equals(simpleName));
    }

    private static DescribedPredicate<JavaCall<?>> ofAPublisher(String... methods) {
        Set<String> names = Set.of(methods);
        return DescribedPredicate.describe("of a publisher: " + names, call -> {
            AccessTarget target = call.getTarget();
            JavaClass owner = target.getOwner();
            return names.contains(target.getName())
                    && (owner.isAssignableTo(Mono.class) || owner.isAssignableTo(Flux.class));
        });
    }

    private static DescribedPredicate<JavaCall<?>> byTheMethod(String name) {
        return DescribedPredicate.describe(
                "by the method " + name, call -> call.getOrigin().getName().equals(name));
    }

    /** That is how an operator hands its own subscriber on. */
    private static DescribedPredicate<JavaCall<?>> withASubscriber() {
        return DescribedPredicate.describe("with a subscriber", call -> {
            var parameters = call.getTarget().getRawParameterTypes();
            return parameters.size() == 1 && parameters.get(0).isAssignableTo(Subscriber.class);
        });
    }
}
