import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Samples } from '../contract/samples.ts';
import type { Site } from '../world.ts';

/** Calls the routes of tasks beyond the standard ones successfully. */
export async function callTasks({ ann }: Site, samples: Samples): Promise<void> {
  const { id } = await samples.record(task);
  await ann.get(`${task.path}/${id}/timeline`);
  await ann.post(`${task.path}/duplicate`, { id });
  await ann.put(`${task.path}/${id}/change-progress/IN_PROGRESS`, { note: 'Begun' });
  await ann.post(`${task.path}/${id}/messages`, { content: 'Begun' });
  await ann.get(`${task.path}/${id}/messages`);
  await ann.put(`${task.path}/${id}/follow`);
  await ann.put(`${task.path}/${id}/unfollow`);
  await ann.put(`${task.path}/${id}/followers`, {});
  const { id: asked } = await samples.record(ticket);
  await ann.get(`${ticket.path}/${asked}/tasks`);
  await ann.put(`${ticket.path}/${asked}/follow`);
  await ann.put(`${ticket.path}/${asked}/unfollow`);
  await ann.put(`${ticket.path}/${asked}/followers`, {});
  for (const act of ['approve', 'reject']) {
    const asked = { title: 'May we', needsApproval: true, approverId: ann.id };
    const { data } = await ann.post(task.path, asked);
    await ann.put(`${task.path}/${data.id}/${act}`, { reason: 'Because it is so' });
  }
}
