package io.dronedelivery.localcosmos.protocol;

/** Names of the headers of the protocol ("Common Azure Cosmos DB REST request headers" and those of the SDKs). */
final class Headers {
    static final String ACTIVITY_ID = "x-ms-activity-id";
    static final String A_IM = "A-IM";
    static final String BATCH_ATOMIC = "x-ms-cosmos-batch-atomic";
    static final String BATCH_CONTINUE_ON_ERROR = "x-ms-cosmos-batch-continue-on-error";
    static final String CHANGE_FEED_FORMAT = "x-ms-cosmos-changefeed-wire-format-version";
    static final String CONSISTENCY_LEVEL = "x-ms-consistency-level";
    static final String CONTINUATION = "x-ms-continuation";
    static final String CONTINUATION_LIMIT_KB = "x-ms-documentdb-responsecontinuationtokenlimitinkb";
    static final String CONTENT_PATH = "x-ms-content-path";
    static final String ALT_CONTENT_PATH = "x-ms-alt-content-path";
    static final String DATE = "x-ms-date";
    static final String ENABLE_CROSS_PARTITION = "x-ms-documentdb-query-enablecrosspartition";
    static final String END_EPK = "x-ms-end-epk";
    static final String INTENDED_COLLECTION_RID = "x-ms-cosmos-intended-collection-rid";
    static final String IS_BATCH = "x-ms-cosmos-is-batch-request";
    static final String IS_QUERY = "x-ms-documentdb-isquery";
    /** The SDK for Go sends this instead of {@link #IS_QUERY}. */
    static final String QUERY = "x-ms-documentdb-query";

    static final String IS_QUERY_PLAN = "x-ms-cosmos-is-query-plan-request";
    static final String IS_UPSERT = "x-ms-documentdb-is-upsert";
    static final String ITEM_COUNT = "x-ms-item-count";
    static final String LSN = "lsn";
    static final String MAX_ITEM_COUNT = "x-ms-max-item-count";
    static final String MIGRATE_TO_AUTOPILOT = "x-ms-cosmos-migrate-offer-to-autopilot";
    static final String MIGRATE_TO_MANUAL = "x-ms-cosmos-migrate-offer-to-manual-throughput";
    static final String OFFER_AUTOPILOT = "x-ms-cosmos-offer-autopilot-settings";
    static final String OFFER_THROUGHPUT = "x-ms-offer-throughput";
    static final String PARTITION_KEY = "x-ms-documentdb-partitionkey";
    static final String PARTITION_KEY_RANGE_ID = "x-ms-documentdb-partitionkeyrangeid";
    static final String POPULATE_QUERY_METRICS = "x-ms-documentdb-populatequerymetrics";
    static final String QUERY_METRICS = "x-ms-documentdb-query-metrics";
    static final String REQUEST_DURATION_MS = "x-ms-request-duration-ms";
    static final String REQUEST_CHARGE = "x-ms-request-charge";
    static final String RETRY_AFTER_MS = "x-ms-retry-after-ms";
    static final String SCHEMA_VERSION = "x-ms-schemaversion";
    static final String SERVICE_VERSION = "x-ms-serviceversion";
    static final String SESSION_TOKEN = "x-ms-session-token";
    static final String START_EPK = "x-ms-start-epk";
    static final String SUB_STATUS = "x-ms-substatus";

    private Headers() {}
}
