import type { Definition } from '@lobby/shared/kit/definition.ts';

interface Hearer {
  emit: (name: string, data: unknown) => unknown;
}

/** Sends an event. Conversations also get events of their own for messages and for the record (api.md, Live). */
export function emit(hearer: unknown, definition: Definition | undefined, form: Record<string, unknown>): void {
  const { emit: tell } = hearer as Hearer;
  const say = tell.bind(hearer);
  say('event', form);
  if (!definition?.chat) return;
  const { cursor, entityId, message, data } = form;
  if (message) say('message', { cursor, [`${definition.name}Id`]: entityId, message });
  if (data) say(definition.name, { cursor, row: data });
}
