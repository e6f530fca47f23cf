import { type Listener, openEar } from '../client/socket-client.ts';
import { endAfterwards } from './started.ts';

export {
  ASKING,
  type Heard,
  type Listener,
  pause,
  type Subscribed,
  subscribeAll,
  until,
} from '../client/socket-client.ts';

/** Opens a socket like a client; closed after the test file. */
export async function listen(url: string, token: string, headers: Record<string, string> = {}): Promise<Listener> {
  const listener = await openEar(url, token, headers);
  endAfterwards(async () => listener.close());
  return listener;
}
