import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { INSTALLATION } from '../settings/settings.ts';
import { loadWhiteLabels, shownLabel, whiteLabelOf } from './white-labels.ts';

const answer = z.object({
  id: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  logoDark: z.string().nullable(),
  accent: z.string().nullable(),
  support: z.string(),
  notes: z.record(z.string(), z.string()),
});

export const whiteLabelRoutes: Route[] = [
  route({
    method: 'get',
    path: '/white-label',
    summary: 'Name, logos and colour under which the product shows itself: X-White-Label, else by host name',
    module: INSTALLATION,
    audience: 'public',
    answer,
    async run(_ctx, { req }) {
      // Another server may just have changed it.
      await loadWhiteLabels();
      return shownLabel(whiteLabelOf(req.get('X-White-Label'), req.hostname));
    },
  }),
];
