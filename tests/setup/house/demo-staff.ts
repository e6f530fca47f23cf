import { callerOf } from '../caller.ts';
import { signIn } from '../world.ts';

export const DEMO_PASSWORD = 'lobby-demo';

/** An employee of the demo, in their first building. */
export async function demoStaff(url: string, name: string) {
  const { data } = await signIn(url, 'staff', name, DEMO_PASSWORD);
  const projectId = String(data.employees[0]?.projectId);
  const headers = { Authorization: `Bearer ${data.accessToken}`, 'X-Project-Id': projectId };
  return {
    ...callerOf(
      () => url,
      () => headers,
    ),
    places: data.employees,
    projectId,
  };
}
