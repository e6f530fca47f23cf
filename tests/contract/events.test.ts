import { answers } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { List } from '../../client/kit/list/list.ts';
import { badgesAreFresh, type Deed, deedsOf, isFresh, openAll, startClient } from '../setup/client/live-client.ts';
import { isProved, isThorough, sampleOf } from '../setup/contract/sampling.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

/** F5 (proof.md): the state before and an event give what a fresh read gives, for every module and event type. */
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
// Deliveries that are sent again need the templates of the project.
await site.ann.post('/template/built-in', {});
await startClient(server.url, site, site.ben);

const listed = MODULES.filter(definition => answers(definition, 'list'));

it('looks at every module that has a list', () => {
  expect(listed.length).toBeGreaterThan(5);
});

describe.each(listed.filter(isProved).map((definition, n) => [definition.name, definition, n] as const))(
  '%s',
  (_, definition, nth) => {
    let list: List;
    beforeAll(async () => {
      list = await openAll(definition, site);
    });
    afterAll(() => list.close());

    const deeds = deedsOf(definition, site);
    const isAct = ({ name }: Deed) => name in (definition.actions ?? {});
    const [create, ...others] = deeds;
    // statuses.test.ts proves that the event of each act agrees with the list: a whole run tries one act of each module.
    const tried = process.env.ONLY
      ? deeds
      : isThorough(definition)
        ? [...deeds.filter(deed => !isAct(deed)), ...deeds.filter(isAct).slice(0, 1)]
        : [...(create ? [create] : []), ...sampleOf(definition, others, nth, 1)];
    it.each(tried.map(deed => [deed.name, deed.run] as const))('%s', async (_name, run) => {
      await isFresh(definition, list, site.ann);
      await run();
      await isFresh(definition, list, site.ann);
    });

    const { badge } = definition;
    if (badge) it('leaves its badge as it is counted', () => badgesAreFresh(site, site.ben, badge.name));
  },
);
