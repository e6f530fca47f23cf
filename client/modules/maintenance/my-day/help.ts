import { useEffect, useState } from 'react';
import { openStorage } from '../../../kit/base/storage.ts';
import { onSessionEnd } from '../../../kit/session/session.ts';
import type { Snapshot } from './day.ts';

const storage = openStorage('maintenance-help');
onSessionEnd(reason => {
  if (reason !== 'expired') void storage.clear();
});

/** Keeps thumbnails of explanatory images on the phone, since their signed URLs expire within minutes. */
export async function keepHelp({ works }: Snapshot): Promise<void> {
  const stored = new Set((await storage.entries<Blob>()).map(([id]) => id));
  const wanted = new Map(works.flatMap(({ help = [] }) => help).map(picture => [picture.id, picture.url]));
  for (const id of stored) if (!wanted.has(id)) await storage.remove(id);
  for (const [id, url] of wanted) {
    if (stored.has(id)) continue;
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) await storage.set(id, await answer.blob());
  }
}

/** Blob URLs of the kept images of an item. */
export function useHelp(ids: readonly string[]): readonly string[] {
  const [urls, setUrls] = useState<readonly string[]>([]);
  const wanted = ids.join(' ');
  useEffect(() => {
    let gone = false;
    const made: string[] = [];
    const all = wanted ? wanted.split(' ') : [];
    void Promise.all(all.map(id => storage.get<Blob>(id))).then(blobs => {
      if (gone) return;
      made.push(...blobs.flatMap(blob => (blob ? [URL.createObjectURL(blob)] : [])));
      setUrls(made);
    });
    return () => {
      gone = true;
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [wanted]);
  return urls;
}
