import { go, type Scene } from './scene.ts';
import { listed, made, opened } from './upkeep.ts';

/** The owners' meetings: prepared, answered, at the door, asked before and decided. */
export const meetings: readonly Scene[] = [
  listed('conferences', 'conference?tab=all'),
  opened('conference', 'conference?tab=all'),
  made('conference-new', 'conference'),
  listed('conference-units', 'conference-unit?tab=all'),
  opened('conference-unit', 'conference-unit?tab=all'),
  listed('conference-surveys', 'conference?part=surveys&tab=all'),
  listed('conference-votes', 'conference?part=votes&tab=all'),
  opened('conference-vote', 'conference?part=votes&tab=all'),
  {
    name: 'conference-desk',
    who: 'admin@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/conference-unit?screen=desk`);
      await place.page.locator('progress').first().waitFor();
    },
  },
];
