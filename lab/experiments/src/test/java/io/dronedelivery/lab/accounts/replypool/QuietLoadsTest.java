package io.dronedelivery.lab.accounts.replypool;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.accounts.replypool.ReplyPoolRun.ReplyPoolRound;
import io.dronedelivery.lab.kit.load.LoadResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuietLoadsTest {

    private static final int USERS = 4;

    private int made;

    @Test
    void load_that_opens_no_channel_is_followed_by_two_more() throws Exception {
        assertThat(firstQuiet(0, 0, 0)).isEqualTo(1);
        assertThat(made).isEqualTo(3);
    }

    @Test
    void channel_that_is_opened_after_a_quiet_load_begins_the_count_anew() throws Exception {
        assertThat(firstQuiet(1, 0, 0, 1, 0, 0, 0)).isEqualTo(5);
        assertThat(made).isEqualTo(7);
    }

    @Test
    void pool_that_opens_more_channels_than_there_are_users_is_told_by_the_load_that_did() throws Exception {
        ReplyPoolRound last = QuietLoads.until(USERS, number -> run(number, number % 3 == 0 ? 1 : 0))
                .get(0);

        assertThat(last.created()).isEqualTo(1);
        assertThat(last.attempt()).isEqualTo(3 * (USERS + 1));
    }

    private int firstQuiet(Integer... created) throws Exception {
        List<Integer> opened = List.of(created);
        return QuietLoads.until(USERS, number -> {
                    made = number;
                    return run(number, opened.get(number - 1));
                })
                .get(0)
                .attempt();
    }

    private static ReplyPoolRound run(int number, int created) {
        LoadResult result =
                new LoadResult(100, Map.of("200", 100), 1, 1, 1, 100, 100, 0, 1000, Map.of(), Map.of(), 0, 0, USERS, 1);
        return new ReplyPoolRound(number, 3, created, created, result);
    }
}
