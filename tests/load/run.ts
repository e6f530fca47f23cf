import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Figure, Line } from './figure.ts';
import { describeMachine } from './machine.ts';
import { type Command, printed, type Report, writeReport } from './report.ts';
import { openStage } from './stage.ts';

// npm run <command>                 every figure; writes its section of docs/benchmarks.md
// npm run <command> -- s3 s4        some of them; with --write their lines go into the section
// npm run <command> -- --quick      with small sizes: shows that everything runs, judges nothing

const BROKE_OFF = 'broke off';
/** One figure that hangs does not keep the others from being measured. */
const MOST_MS = 60 * 60_000;

/** Runs the figures of a command as its arguments say, prints and writes them, and ends this process: with 1 when a bar was missed. */
export async function runFigures(command: Command, figures: readonly Figure[]): Promise<never> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, write: { type: 'boolean' } },
  });
  const quick = values.quick ?? false;
  // Bars of things that must never happen are judged at any size; times are not.
  const judged = !quick || command !== 'bench';
  const unknown = positionals.filter(id => !figures.some(figure => figure.id === id));
  if (unknown.length > 0)
    throw new Error(`no figure ${unknown}: there are ${figures.map(figure => figure.id).join(', ')}`);
  const chosen = positionals.length > 0 ? figures.filter(figure => positionals.includes(figure.id)) : figures;

  const written = !quick && (chosen === figures || values.write);
  // Exits on a signal, so that child processes end with this program.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const stage = await openStage();
  const report: Report = { at: new Date(), machine: describeMachine(stage.mongod), figures: [] };
  try {
    for (const figure of chosen) {
      console.log(`\n${figure.id.toUpperCase()}  ${figure.title}`);
      const lines = await Promise.race([figure.run(stage, quick), tooLong()]).catch(failed);
      await stage.clear();
      for (const line of lines) console.log(printed(judged ? line : { ...line, verdict: 'small sizes' }));
      report.figures.push({ figure, lines });
      if (written) writeReport(command, report);
    }
  } finally {
    await stage.close();
  }
  const lines = report.figures.flatMap(figure => figure.lines);
  const missed = lines.filter(line => (judged ? line.verdict === 'missed' : line.what === BROKE_OFF));
  process.exit(missed.length > 0 ? 1 : 0);
}

async function tooLong(): Promise<never> {
  await sleep(MOST_MS, undefined, { ref: false });
  throw new Error(`no end within ${MOST_MS / 60_000} minutes`);
}

/** A figure that broke off is one that was missed; the next ones are measured all the same. */
function failed(error: unknown): Line[] {
  console.error(error);
  const ours = String(error).replaceAll(/[|\n]/g, ' ').slice(0, 200);
  return [{ what: BROKE_OFF, ours, baseline: '', ratio: '', bar: '', verdict: 'missed' }];
}
