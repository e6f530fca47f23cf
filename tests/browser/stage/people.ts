import { type Caller, callerOf, type Row } from '../../setup/caller.ts';

const PASSWORD = 'lobby-demo';
const STAYS = 10 * 60_000;

/** Somebody of the demo at the API, beside those before their browsers. */
export interface Somebody extends Caller {
  /** For staff: the project they work in and their employee record; for a resident: project and record of their home. */
  projectId: string;
  id: string;
  unitId: string;
}

interface SignedIn {
  accessToken: string;
  employees?: { projectId: string; employeeId: string }[];
  units?: { projectId: string; unitId: string; residentId: string }[];
}

async function signIn(url: string, path: string, body: object): Promise<SignedIn> {
  const guest = callerOf(
    () => url,
    () => ({}),
  );
  const { status, data, text } = await guest.post<SignedIn>(path, body);
  if (status !== 200) throw new Error(`not let in: ${text}`);
  return data;
}

/** Staff of the demo: `service1@hoasen.demo`; in the project of that number, of those who work in several. */
export async function staffAt(url: string, email: string, at = 0): Promise<Somebody> {
  const enter = () => signIn(url, '/auth/login', { email, password: PASSWORD });
  const { accessToken, employees = [] } = await enter();
  const { projectId = '', employeeId = '' } = employees[at] ?? {};
  const headers = { Authorization: `Bearer ${accessToken}`, 'X-Project-Id': projectId, 'Accept-Language': 'en' };
  // A token ends sooner than pictures of every screen are taken.
  const again = async () => {
    headers.Authorization = `Bearer ${(await enter()).accessToken}`;
  };
  setInterval(() => void again().catch(() => undefined), STAYS).unref();
  const caller = callerOf(
    () => url,
    () => headers,
  );
  return { ...caller, projectId, id: employeeId, unitId: '' };
}

/** A resident of the demo, who has the residents' app: `resident1@hoasen.demo`. */
export async function residentAt(url: string, login: string): Promise<Somebody> {
  const { accessToken, units = [] } = await signIn(url, '/resident/auth/login', { login, password: PASSWORD });
  const { projectId = '', unitId = '', residentId = '' } = units[0] ?? {};
  const headers = { Authorization: `Bearer ${accessToken}`, 'X-Unit-Id': unitId, 'Accept-Language': 'en' };
  const caller = callerOf(
    () => url,
    () => headers,
  );
  return { ...caller, projectId, id: residentId, unitId };
}

/** The answer's data; throws what was refused. */
export function good<T>({ status, data, text }: { status: number; data: T; text: string }): T {
  if (status >= 300) throw new Error(text);
  return data;
}

/** A resident's new ticket. */
export async function ask(resident: Somebody, title: string, more: Record<string, unknown> = {}): Promise<Row> {
  return good(await resident.post('/pms/helpdesk', { title, content: `${title}.`, ...more }));
}
