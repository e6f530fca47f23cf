import { type Running, start } from '@lobby/server/app/start.ts';
import { readEnv } from '@lobby/server/env.ts';

export type BesideRequest =
  | {
      act: 'start';
      settings: Record<string, string>;
      uri: string;
    }
  | { act: 'stop' };
export type BesideAnswer = { url: string } | { stopped: true } | { failed: string };

// Process that starts and stops servers in turn (startBeside): loading the code takes far longer than starting a server.
let running: Running | null = null;

async function answer(request: BesideRequest): Promise<BesideAnswer> {
  if (request.act === 'start') {
    running = await start(readEnv(request.settings), request.uri, false, true);
    return { url: running.url };
  }
  await running?.stop();
  running = null;
  return { stopped: true };
}

const failed = (error: unknown) => ({ failed: error instanceof Error ? String(error.stack) : String(error) });
process.on('message', (request: BesideRequest) => {
  void answer(request)
    .catch(failed)
    .then(said => process.send?.(said));
});
process.once('disconnect', () => process.exit());
