import type { Definition } from '@lobby/shared/kit/definition.ts';
import { foldCode } from '@lobby/shared/kit/text-search.ts';
import { HANDOVER, handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { Refusal } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import type { Behaviour } from '../../../kit/records/behaviour.ts';
import { create } from '../../../kit/records/records.ts';
import { untyped } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import { retryOnConflict } from '../../../kit/store/save.ts';
import { itemRules, roomRules, templateRules } from '../data.ts';
import { ITEMS, ROOMS, readyLines, TEMPLATES } from './ready-made.ts';

/** Ids of a definition's records by one of their keys. */
async function heldBy({ projectId }: Ctx, definition: Definition, key: string): Promise<Map<string, string>> {
  const docs = await records(definition).find({ projectId }, {}, { only: [key], limit: 5000, patience: 2000 });
  return new Map(
    docs.flatMap((doc): [string, string][] => {
      const held = doc[key];
      return typeof held === 'string' ? [[held, doc._id]] : [];
    }),
  );
}

/** Creates a record; null if it was created concurrently. */
async function made(
  ctx: Ctx,
  definition: Definition,
  values: Record<string, unknown>,
  rules: Behaviour,
): Promise<string | null> {
  // Saved one by one without the idempotency key, so that an interrupted call can be repeated.
  const fresh = { ...ctx, once: null };
  try {
    const doc = await retryOnConflict(() => create(fresh, definition, values, rules));
    return String(doc.id);
  } catch (error) {
    if (error instanceof Refusal && error.code in (definition.errors ?? {})) return null;
    throw error;
  }
}

/** Creates the standard rooms, items and templates in the caller's language; existing ones stay. */
async function makeReady(ctx: Ctx) {
  const { language } = ctx;
  const counts = { rooms: 0, items: 0, templates: 0, skipped: 0 };
  const count = (what: 'rooms' | 'items' | 'templates', id: string | null) => {
    counts[id ? what : 'skipped']++;
    return id;
  };
  const [rooms, items] = [new Map<string, string>(), new Map<string, string>()];
  const heldRooms = await heldBy(ctx, propertyRoom, 'nameKey');
  for (const [key, icon, name] of ROOMS) {
    const held = heldRooms.get(foldCode(name[language]) || name[language]);
    const id = held ? null : await made(ctx, propertyRoom, { name: name[language], icon }, untyped(roomRules));
    count('rooms', id);
    const roomId = held ?? id;
    if (roomId) rooms.set(key, roomId);
  }
  const heldItems = await heldBy(ctx, propertyItem, 'codeKey');
  for (const { code, category, warrantyMonths, name, unitName, checks } of ITEMS) {
    const held = heldItems.get(foldCode(code));
    const names = { name: name[language], unitName: unitName[language] };
    const values = {
      code,
      category,
      warrantyMonths,
      ...names,
      checks: checks.map(check => ({ check: check[language] })),
    };
    const id = held ? null : await made(ctx, propertyItem, values, untyped(itemRules));
    count('items', id);
    const itemId = held ?? id;
    if (itemId) items.set(code, itemId);
  }
  for (const { bedrooms, type, name } of TEMPLATES) {
    const lines = readyLines(bedrooms).flatMap(({ room, item }) => {
      const [roomId, itemId] = [rooms.get(room), items.get(item)];
      return roomId && itemId ? [{ roomId, itemId, quantity: 1, required: true }] : [];
    });
    const values = { name: name[language], bedrooms, unitTypes: [{ type }], lines };
    count('templates', await made(ctx, handoverTemplate, values, untyped(templateRules)));
  }
  return counts;
}

/** `POST /handover/config/ready-made`: creates the standard data of a project. */
export const readyRoute: Route = route({
  method: 'post',
  path: '/handover/config/ready-made',
  summary: 'Make the usual rooms, items and templates; what is there is left as it is',
  module: HANDOVER,
  flags: ['write'],
  status: 200,
  answer: z.object({ rooms: z.int(), items: z.int(), templates: z.int(), skipped: z.int() }),
  run: makeReady,
});
