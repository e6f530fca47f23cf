import { WHATS_NEW } from '@lobby/shared/whats-new.ts';
import type { Site } from './world.ts';

/** Calls with success what is counted of modules, and what is new of the product. */
export async function callReports({ ann }: Site): Promise<void> {
  const [first] = WHATS_NEW.map(({ id }) => id);
  await ann.put('/whats-new/seen', { ids: [first] });
  await ann.put('/whats-new/later', { id: first });
  await ann.get('/statistics/help-desk?figure=new&split[]=priority&compare=previous');
  await ann.get('/statistics/help-desk/export?figure=new');
}
