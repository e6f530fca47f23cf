/** Labels of a sample, in output order. */
export type Labels = Readonly<Record<string, string | number>>;

/** A metric; `lines` returns its samples in Prometheus' text format 0.0.4. */
export interface Instrument {
  lines: () => string[];
}
export interface Counter extends Instrument {
  add: (labels: Labels, by?: number) => void;
}
export interface Histogram extends Instrument {
  observe: (labels: Labels, value: number) => void;
}

const escaped = (value: string | number) =>
  String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
const labelled = (labels: Labels) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');
const sample = (name: string, labels: string, value: number) => `${name}${labels && `{${labels}}`} ${value}`;
const head = (name: string, help: string, type: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];

/** A value that only grows; its name ends in `_total`. */
export function counter(name: string, help: string): Counter {
  const values = new Map<string, number>();
  return {
    add(labels, by = 1) {
      const key = labelled(labels);
      values.set(key, (values.get(key) ?? 0) + by);
    },
    lines: () => [...head(name, help, 'counter'), ...[...values].map(([key, value]) => sample(name, key, value))],
  };
}

/** Distribution of values over buckets. Durations are in seconds. */
export function histogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const values = new Map<string, { counts: number[]; sum: number; count: number }>();
  return {
    observe(labels, value) {
      const key = labelled(labels);
      const bucket = values.get(key) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 };
      values.set(key, bucket);
      const n = bounds.findIndex(bound => value <= bound);
      if (n >= 0) bucket.counts[n] = (bucket.counts[n] ?? 0) + 1;
      bucket.sum += value;
      bucket.count++;
    },
    lines: () => [
      ...head(name, help, 'histogram'),
      ...[...values].flatMap(([key, { counts, sum, count }]) => {
        const under = (bound: string) => `${key && `${key},`}le="${bound}"`;
        let up = 0;
        return [
          ...bounds.map((bound, n) => {
            up += counts[n] ?? 0;
            return sample(`${name}_bucket`, under(String(bound)), up);
          }),
          sample(`${name}_bucket`, under('+Inf'), count),
          sample(`${name}_sum`, key, sum),
          sample(`${name}_count`, key, count),
        ];
      }),
    ],
  };
}

/** A value that goes up and down, read at each scrape. */
export function gauge(
  name: string,
  help: string,
  read: () => number | readonly (readonly [Labels, number])[],
): Instrument {
  return {
    lines: () => {
      const now = read();
      const samples: readonly (readonly [Labels, number])[] = typeof now === 'number' ? [[{}, now]] : now;
      return [...head(name, help, 'gauge'), ...samples.map(([labels, value]) => sample(name, labelled(labels), value))];
    },
  };
}

/** The page that Prometheus scrapes. */
export const pageOf = (instruments: readonly Instrument[]): string =>
  `${instruments.flatMap(instrument => instrument.lines()).join('\n')}\n`;
