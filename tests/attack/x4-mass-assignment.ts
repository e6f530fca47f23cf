import { db } from '@lobby/server/kit/database/database.ts';
import type { Route } from '@lobby/server/kit/http/route.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import type { Figure } from '../load/figure.ts';
import { moduleOf, NEVER, pathOf, ROUTES, titleOf } from '../setup/contract/routes.ts';
import { isProvedRoute } from '../setup/contract/sampling.ts';
import { openArena } from './arena.ts';
import { bodyFor, type Values } from './places.ts';
import { held, newTally } from './verdict.ts';

/** Found again wherever it was kept. */
const MARK = 'planted-by-x4';
const NUMBER = 987_654_321;

type Plant = [name: string, value: unknown];
const COLUMNS = [
  '_id',
  'id',
  'projectId',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'userId',
  'role',
  'permissions',
  'admin',
];

/** Fields that no caller may set: columns of every record, read-only fields of the module, and properties that JavaScript keeps on objects. */
function plantsFor(route: Route): Plant[] {
  const { fields = {}, statuses = {} } = moduleOf(route) ?? {};
  const own = Object.entries(fields)
    .filter(([, field]) => field.readOnly)
    .map(([name, { kind }]): Plant => [name, kind === 'integer' || kind === 'money' ? NUMBER : MARK]);
  const plants: Plant[] = [
    ...own,
    ...COLUMNS.map((name): Plant => [name, MARK]),
    ['keys', [MARK]],
    ['uniq', { name: MARK }],
    ['blind', { phone: MARK }],
    ['total', NUMBER],
    ['actor', { id: MARK, name: MARK }],
    ['constructor', { prototype: { planted: MARK } }],
    ...Object.keys(statuses).map((status): Plant => ['status', status]),
  ];
  if (!route.path.includes(':id')) plants.push(['version', NUMBER]);
  return plants.filter(([name]) => !(name in fields) || fields[name]?.readOnly);
}

const accepts = (route: Route, name: string) =>
  JSON.stringify(route.body ? Object.keys(shapeOf(route)) : []).includes(`"${name}"`);
const shapeOf = ({ body }: Route): object =>
  (body && 'shape' in body && typeof body.shape === 'object' && body.shape) || {};

/** X4: every body with one more thing in it. */
export const x4: Figure = {
  id: 'x4',
  title: 'mass assignment',
  async run(stage, quick) {
    const { site, samples, close } = await openArena(stage, { foreign: false, shared: quick });
    try {
      const refused = newTally();
      for (const route of ROUTES.filter(isProvedRoute).filter(one => one.body && one.audience === 'project')) {
        const definition = moduleOf(route);
        const id = definition && route.path.includes(':id') ? (await samples.record(definition)).id : NEVER;
        const body = (await bodyFor(route, samples)) ?? {};
        const who = route.staff ? site.ann : site.dora;
        const plants = plantsFor(route).filter(([name]) => !accepts(route, name));
        const bodies = plants.map(([name, value]): [string, Values | string] => [name, { ...body, [name]: value }]);
        // Written out: in an object literal it would set the prototype instead.
        bodies.push([
          '__proto__',
          JSON.stringify({ ...body, x: 1 }).replace('"x":1', `"__proto__":{"planted":"${MARK}"}`),
        ]);
        for (const [name, sent] of quick ? bodies.filter((_, n) => n % 3 === 0) : bodies) {
          const answer = await who.call(route.method.toUpperCase(), pathOf(route, { id }), sent);
          refused.tried++;
          const code = answer.error?.data?.fields?.[name]?.code;
          if (name !== '__proto__' && code !== 'UNKNOWN_FIELD')
            refused.fallen.push(`${titleOf(route)} with ${name}: ${answer.status} ${answer.text}`);
        }
      }
      const kept = newTally();
      for (const { name } of await db().listCollections().toArray()) {
        if (name.startsWith('system.')) continue;
        kept.tried++;
        const text = JSON.stringify(await db().collection(name).find().toArray());
        if (text.includes(MARK) || text.includes(String(NUMBER))) kept.fallen.push(`${name} holds it`);
      }
      kept.tried += MODULES.length;
      if ('planted' in {}) kept.fallen.push('the prototype of all objects has it');
      return [held('bodies taken with a field that nobody may give', refused), held('kept in a collection', kept)];
    } finally {
      await close();
    }
  },
};
