import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { Figure, Line } from './figure.ts';

// docs/benchmarks.md has one section per command; writing one leaves the others as they are, and within it the figures that were not run.
// A command of figures needs this file only through `runFigures(command, figures)` (run.ts), which prints them, and writes them when all
// were run or with `--write`. A new command gets its introduction in SECTIONS below.

export interface Report {
  at: Date;
  machine: string;
  figures: { figure: Pick<Figure, 'id' | 'title'>; lines: Line[] }[];
}

const FILE = join(import.meta.dirname, '../../docs/benchmarks.md');

/** Introduction of each command's section, in the order of the sections. */
const SECTIONS = {
  bench: `How fast it is (about two hours; \`npm run bench -- s3\` measures one figure, \`npm run bench -- growth\` what lists and statistics cost as records
become more, \`npm run bench -- office\` how long a month of e-invoices takes, \`npm run bench -- commands\`
what a ticket costs the database, \`-- --quick\` only shows that all of them run).

Each figure is measured in turn with a baseline: the bare parts (Express, Socket.IO, the MongoDB driver) doing the same on the same machine
in the same minutes (\`tests/load/baselines\`); for S5 it is the plain first page of the product itself, for S17 the same building alone, for growth the smallest of its sizes. The ratio is what counts; absolute figures say more about the machine than about the product.
A bar in milliseconds counts only while the machine is calm: bare Socket.IO tells 200 sockets 5 times a second with a p99 of 20 ms at most.
Otherwise the verdict is \`machine busy\`, neither good nor bad. The letter beside a day is the machine: only figures of one machine compare.`,
  faults: `What it survives (\`npm run faults -- f3\` runs one alone, \`-- --quick\` small forms of all). Each program starts its own servers and databases (\`tests/faults\`),
breaks them while people work, and counts what was lost, what was done twice, and how long nothing went on. A time is judged while the machine is calm, a loss always.`,
  soak: 'Half of the load that it can bear, for half an hour (`npm run soak -- --minutes 30`): memory must not grow and nothing may be lost.',
  attack: 'What does not get in (`npm run attack`): every line is an attempt that must be refused.',
} as const;

export type Command = keyof typeof SECTIONS;

/** A line for the terminal. */
export function printed({ what, ours, baseline, ratio, bar, verdict, note }: Line): string {
  const beside = baseline && ` | beside it ${baseline}`;
  const share = ratio && ` | ratio ${ratio}`;
  return `  ${what}: ${ours}${beside}${share}${bar && ` | bar ${bar}`} | ${verdict}${note ? `\n    ${note}` : ''}`;
}

/** Writes a command's figures into its section of docs/benchmarks.md; answers the file's path. */
export function writeReport(command: Command, report: Report): string {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const sections = Object.keys(SECTIONS).flatMap(name => {
    const known = sectionOf(before, name);
    const text = name === command ? sectionText(command, report, known) : known;
    return text ? `${text.trimEnd()}\n` : [];
  });
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, ['# Benchmarks\n', overview(sections.join('\n'), report.at), ...sections].join('\n'));
  return FILE;
}

/** Each figure of speed by its first line; those that the command does not measure yet have their names alone. */
const SPEED: Readonly<Record<string, string>> = {
  S1: 'Events to 200 subscribers, against bare Socket.IO',
  S2: 'A colleague’s act seen by 200 others, p50',
  S3: 'A ticket posted, 32 connections, against a bare transaction',
  S4: 'A list of 20 of 100,000 with its total, against page and count',
  S5: 'A page at row 19,000, against the first',
  S6: 'A billing run of 5,000 units',
  S7: 'A chat while a billing run goes on',
  S8: 'An import of 5,000 rows, preview',
  S9: 'An export of 100,000 rows, memory',
  S10: 'Memory of an idle socket, against bare Socket.IO',
  S11: 'A list of 100,000 rows scrolled: longest frame beyond the idle one',
  S12: 'First load to a usable list: script',
  S13: '`npm start` for the second time, to a page',
  S14: 'Two servers: an event at the other, p99',
  S15: 'A right taken away: the last who hears of it',
  S16: '5,000 notices with PDF',
  S17: 'One building among 500',
};
/** A figure that is older is not taken for one of today. */
const FRESH_MS = 3 * DAY_MS;

/** A line for each figure, at the head of the file: what it is, beside what, its bar, and of which day. */
export function overview(text: string, now: Date): string {
  const rows = text.split('\n').filter(line => line.startsWith('| S'));
  const lines = Object.entries(SPEED).map(([id, what]) => {
    const row = rows.find(line => line.startsWith(`| ${id} |`));
    if (!row) return `| ${id} | ${what} | | | | | not measured yet |`;
    const [, , , ours, baseline, ratio, bar, , when = ''] = row.split('|').map(cell => cell.trim());
    const day = when.slice(0, 10);
    const said = now.getTime() - Date.parse(day) > FRESH_MS ? `not measured since ${day}` : day;
    return `| ${id} | ${what} | ${ours} | ${baseline} | ${ratio} | ${bar} | ${said} |`;
  });
  return `| | What | Ours | Beside it | Ratio | Bar | Day |\n|---|---|---|---|---|---|---|\n${lines.join('\n')}\n`;
}

const headOf = (command: string) => `## npm run ${command}\n`;

function sectionOf(text: string, command: string): string {
  const from = text.indexOf(headOf(command));
  if (from < 0) return '';
  const to = text.indexOf('\n## ', from);
  return to < 0 ? text.slice(from) : text.slice(from, to + 1);
}

/** The section of a command with new figures; those that were not run stay, with the machine that measured them. */
export function sectionText(command: Command, { at, machine, figures }: Report, known: string): string {
  const ids = new Set(figures.map(figure => figure.figure.id.toUpperCase()));
  const kept = known.split('\n').filter(line => isOfOthers(line, ids));
  const machines = machinesOf(known, kept);
  const letter = machines.find(one => one.machine === machine)?.letter ?? nextLetter(machines);
  if (!machines.some(one => one.letter === letter)) machines.push({ letter, machine });
  const when = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${letter}`;
  const rows = figures.flatMap(({ figure, lines }) =>
    lines.map(line => {
      const cells = [line.what, line.ours, line.baseline, line.ratio, line.bar, line.verdict, when];
      return `| ${figure.id.toUpperCase()} | ${figure.title}: ${cells.join(' | ')} |`;
    }),
  );
  const notes = figures.flatMap(({ figure, lines }) =>
    lines.flatMap(({ note }) => (note ? `- ${figure.id.toUpperCase()}: ${note}` : [])),
  );
  const all = [...kept, ...rows, ...notes].sort((one, other) => numberIn(one) - numberIn(other));
  return `${headOf(command)}
${SECTIONS[command]}

${machines
  .toSorted((one, other) => one.letter.localeCompare(other.letter))
  .map(one => `- ${one.letter}: ${one.machine}`)
  .join('\n')}

| | What | Ours | Beside it | Ratio | Bar | Verdict | When |
|---|---|---|---|---|---|---|---|
${all.filter(line => line.startsWith('|')).join('\n')}
${all
  .filter(line => line.startsWith('-'))
  .map(line => `\n${line}`)
  .join('')}
`;
}

const MACHINE = /^- ([A-Z]): (\d+ x .*)$/;

interface Machine {
  letter: string;
  machine: string;
}

/** The machines of a section that measured some of the lines. */
function machinesOf(section: string, lines: readonly string[]): Machine[] {
  return section
    .split('\n')
    .flatMap(line => {
      const [, letter, machine] = MACHINE.exec(line) ?? [];
      return letter && machine ? { letter, machine } : [];
    })
    .filter(({ letter }) => lines.some(line => line.endsWith(` UTC, ${letter} |`)));
}

/** The first letter that names no machine yet. */
const nextLetter = (machines: readonly Machine[]): string =>
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find(letter => machines.every(machine => machine.letter !== letter)) ?? 'Z';

const ID = /^(?:\| |- )([A-Z]+\d*)(?: \||:)/;
/** Sorts lines without a number last. */
const numberIn = (line: string) => Number(/\d+$/.exec(ID.exec(line)?.[1] ?? '')?.[0] ?? 99);

/** Whether a line of a section is of a figure that is not among these. */
function isOfOthers(line: string, ids: ReadonlySet<string>): boolean {
  const id = ID.exec(line)?.[1];
  return id !== undefined && !ids.has(id) && !MACHINE.test(line);
}
