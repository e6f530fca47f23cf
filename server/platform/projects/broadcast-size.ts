import { block, unit } from '@lobby/shared/modules/unit.ts';
import type { Live } from '../../kit/live/live.ts';
import type { EventRow } from '../../kit/store/events.ts';

const COUNTED = new Set<string>([block.name, unit.name]);
const AS_MANY = new Set(['update', 'reveal', 'export', 'probe']);
/** An import creates thousands of records; they cause one message. */
const TOGETHER_MS = 1000;

/** Tells a project's clients to reload the number of its blocks and units when it may have changed. */
export function broadcastSize(
  live: Pick<Live, 'tell'>,
): (row: Pick<EventRow, 'entity' | 'action' | 'projectId'>) => void {
  const waiting = new Set<string>();
  return ({ entity, action, projectId }) => {
    if (!COUNTED.has(entity) || AS_MANY.has(action) || waiting.has(projectId)) return;
    waiting.add(projectId);
    setTimeout(() => {
      waiting.delete(projectId);
      live.tell(projectId, 'changed', { projectId, what: 'project' });
    }, TOGETHER_MS).unref();
  };
}
