import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';

/** Milliseconds of the clock that all processes of a machine share. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;

export const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));

/** CPU time of a process so far, in ms (Linux). */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Memory that a process holds, in MB (Linux). */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** The machine in one line. */
export function describeMachine(mongod: string): string {
  const [version = 'mongod'] = execFileSync(mongod, ['--version'], { encoding: 'utf8' }).split('\n');
  const processors = cpus();
  return [
    `${processors.length} x ${processors[0]?.model.trim()}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Linux ${release()}`,
    `Node ${process.versions.node}`,
    `MongoDB ${version.replace(/\D*/, '')}`,
  ].join(', ');
}

function processorTimes(): { all: number; idle: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const times = line.trim().split(/\s+/).slice(1).map(Number);
  return { all: times.reduce((sum, time) => sum + time, 0), idle: (times[3] ?? 0) + (times[4] ?? 0) };
}

/** Waits, at most so long, for most of a second in which the machine has nothing to do: others work on it too. */
export async function quietMoment(mostMs: number): Promise<void> {
  const end = now() + mostMs;
  while (now() < end) {
    const before = processorTimes();
    await sleep(700);
    const after = processorTimes();
    if ((after.idle - before.idle) / (after.all - before.all) > 0.85) return;
  }
}
