package io.dronedelivery.lab.kit.history;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A small chart for each quantity and peer: the ratio of the two from run to run, as SVG. */
final class HistoryChart {

    private static final int COLUMNS = 3;
    private static final int WIDTH = 420;
    private static final int HEIGHT = 144;
    private static final int LEFT = 12;
    private static final int RIGHT = 46;
    private static final int TOP = 40;
    private static final int BOTTOM = 28;
    private static final double MARGIN = 0.05;

    private HistoryChart() {}

    static String of(List<HistoryRow> rows) {
        Map<String, List<HistoryRow>> series = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> row.measured().quantity() + "\n" + row.measured().peer(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        int lines = (series.size() + COLUMNS - 1) / COLUMNS;
        StringBuilder svg = new StringBuilder(format("""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="10">
            <style>text{fill:#333}.n{font-weight:bold}.p{fill:#777}.l{stroke:#bbb;stroke-dasharray:3 3}.r{fill:none;stroke:#36c}circle{fill:#36c}</style>
            <rect width="100%%" height="100%%" fill="#fff"/>
            """, COLUMNS * WIDTH, lines * HEIGHT));
        int place = 0;
        for (List<HistoryRow> runs : series.values()) {
            svg.append(
                    format("<g transform=\"translate(%d %d)\">%n", place % COLUMNS * WIDTH, place / COLUMNS * HEIGHT));
            chart(svg, runs);
            svg.append("</g>\n");
            place++;
        }
        return svg.append("</svg>\n").toString();
    }

    private static void chart(StringBuilder svg, List<HistoryRow> runs) {
        Measurement newest = runs.get(runs.size() - 1).measured();
        double least = Math.min(
                1,
                runs.stream().mapToDouble(run -> run.measured().ratio()).min().orElseThrow());
        double most = Math.max(
                1,
                runs.stream().mapToDouble(run -> run.measured().ratio()).max().orElseThrow());
        double margin = MARGIN + MARGIN * (most - least);
        Scale scale = new Scale(least - margin, most + margin, runs.size());
        text(svg, "n", LEFT, 14, newest.quantity());
        text(
                svg,
                "p",
                LEFT,
                27,
                "beside " + newest.peer() + (newest.isMoreBetter() ? "; more is better" : "; less is better"));
        svg.append(format(
                "<line class=\"l\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>%n",
                LEFT, WIDTH - RIGHT, scale.y(1), scale.y(1)));
        text(svg, "p", 3, scale.y(1) + 4, "1");
        StringBuilder line = new StringBuilder();
        StringBuilder dots = new StringBuilder();
        for (int i = 0; i < runs.size(); i++) {
            double ratio = runs.get(i).measured().ratio();
            line.append(format("%.1f,%.1f ", scale.x(i), scale.y(ratio)));
            dots.append(format(
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s</title></circle>%n",
                    scale.x(i), scale.y(ratio), escaped(told(runs.get(i)))));
        }
        svg.append(format(
                        "<polyline class=\"r\" points=\"%s\"/>%n",
                        line.toString().strip()))
                .append(dots);
        text(svg, "n", WIDTH - RIGHT + 8, scale.y(newest.ratio()) + 4, format("%.2f", newest.ratio()));
        text(svg, "p", LEFT, HEIGHT - 14, dates(runs));
    }

    private static String dates(List<HistoryRow> runs) {
        String first = runs.get(0).date();
        String last = runs.get(runs.size() - 1).date();
        return first.equals(last) ? first : first + " to " + last;
    }

    private static String told(HistoryRow row) {
        Measurement measured = row.measured();
        return format(
                "%s %s: %s %s beside %s, %.2f times; %s, Java %s",
                row.date(),
                row.commit(),
                measured.value(),
                measured.unit(),
                measured.peerValue(),
                measured.ratio(),
                row.machine(),
                row.java());
    }

    private static void text(StringBuilder svg, String kind, double x, double y, String text) {
        svg.append(format("<text class=\"%s\" x=\"%.0f\" y=\"%.1f\">%s</text>%n", kind, x, y, escaped(text)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values).replace(System.lineSeparator(), "\n");
    }

    /** From a ratio and the number of a run to a place in the chart. */
    private record Scale(double least, double most, int runs) {

        double x(int run) {
            return LEFT + 4 + (runs == 1 ? 0.5 : (double) run / (runs - 1)) * (WIDTH - LEFT - RIGHT - 8);
        }

        double y(double ratio) {
            return HEIGHT - BOTTOM - (ratio - least) / (most - least) * (HEIGHT - TOP - BOTTOM);
        }
    }
}
