import { boundLine, type Figure } from '../load/figure.ts';
import { sleep } from '../load/machine.ts';
import { startProduct } from '../load/product.ts';
import { SMALL_BUILDING } from '../load/stage.ts';
import { openKit, untilFresh } from './kit.ts';
import { openWeather } from './weather.ts';
import { targetOf, write } from './writers.ts';

/** A client checks twice a minute that it has missed nothing. */
const SOON_S = 60;

/** Frames of the socket that are dropped, come twice, or come late, while colleagues work; the quick form is frames.test.ts. */
export const f6: Figure = {
  id: 'f6',
  title: 'A way that drops, repeats or delays a tenth of the socket’s frames',
  async run(stage, quick) {
    const frames = quick ? 300 : 10_000;
    const product = await startProduct(await stage.building(SMALL_BUILDING));
    const weather = await openWeather(product.url);
    const kit = await openKit(weather.url);
    try {
      weather.set(true);
      const writing = write(await targetOf(product), 200, 'Bad weather');
      while (weather.told().frames < frames) await sleep(50);
      await writing.stop();
      // The last frames are repaired by the periodic check, while the weather stays bad.
      const { seconds, differs } = await untilFresh(kit, product.url, SOON_S);
      const { twice } = await kit.heard();
      const told = weather.told();
      const what = `of ${told.frames} frames ${told.dropped} dropped, ${told.repeated} repeated, ${told.late} late`;
      return [
        boundLine(
          `${what}: state and badges other than a fresh load${differs && ` (${differs.replaceAll('|', '/')})`}`,
          differs ? 1 : 0,
          0,
          { unit: 'states' },
        ),
        boundLine('events that a screen was told of twice', twice, 0, { unit: 'events' }),
        boundLine('as a fresh load after', seconds, SOON_S, { unit: 's' }),
      ];
    } finally {
      await kit.stop();
      weather.close();
      await product.stop();
    }
  },
};
