import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A program of ours in a process of its own, which says its port once it listens and answers what it is asked. */
export interface Child {
  port: number;
  pid: number;
  ask: <T>(question: object) => Promise<T>;
  tell: (message: object) => void;
  stop: () => Promise<void>;
}

/** Ends a process: now, or at the latest when this program ends, however that comes. */
export function stopperOf(child: ChildProcess): () => Promise<void> {
  const kill = () => void child.kill('SIGTERM');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    kill();
    await ended;
  };
}

export async function startChild(file: URL, env: Record<string, string> = {}): Promise<Child> {
  const child = fork(file, { env: { ...process.env, NODE_ENV: 'production', ...env } });
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file.pathname} ended (${code})`)));
  // Nobody may be asking when it ends, which is how it should end.
  failed.catch(() => {});
  const answer = async () => {
    const [message] = await Promise.race([once(child, 'message'), failed]);
    return message;
  };
  const { port } = await answer();
  return {
    port,
    pid: child.pid ?? 0,
    async ask(question) {
      const answered = answer();
      child.send(question);
      return answered;
    },
    tell: message => void child.send(message),
    stop: stopperOf(child),
  };
}
