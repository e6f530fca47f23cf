import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** A check by a tool: `count` reads from its output how many things it checked; zero is a failure. */
export interface Gate {
  name: string;
  command: [string, ...string[]];
  count: (output: string) => number;
  /** Lines to print even on success: figures that would otherwise grow unnoticed. */
  tell?: (output: string) => readonly string[];
}
export interface Tally {
  passed: number;
  failed: number;
}

const root = join(import.meta.dirname, '..');

/** Runs gates one after another; prints a line for each, and the whole output of failed ones. */
export async function runGates(gates: readonly Gate[]): Promise<Tally> {
  const tally = { passed: 0, failed: 0 };
  for (const { name, command, count, tell } of gates) {
    const start = performance.now();
    const { code, output } = await run(command);
    const looked = count(output);
    const good = code === 0 && looked > 0;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${good ? 'ok    ' : 'FAILED'}  ${name}: ${looked} looked at, ${seconds} s`);
    if (!good) console.log(withoutLists(output));
    else for (const line of tell?.(output) ?? []) console.log(`        ${line}`);
    tally[good ? 'passed' : 'failed']++;
  }
  return tally;
}

function run([tool, ...args]: Gate['command']): Promise<{ code: number | null; output: string }> {
  const child = spawn(tool, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  return new Promise(resolve => {
    child.once('error', error => resolve({ code: 1, output: String(error) }));
    child.once('close', code => resolve({ code, output: Buffer.concat(parts).toString() }));
  });
}

/** Keeps the findings of a tool, without the list of files that it read. */
function withoutLists(output: string): string {
  return output
    .split('\n')
    .filter(line => !line.startsWith(root))
    .join('\n');
}
