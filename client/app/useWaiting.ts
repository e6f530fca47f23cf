import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { badgesAtom } from '../kit/live/badges.ts';
import { useQuery } from '../kit/live/useQuery.ts';
import type { Line } from '../shell/HomeSection.tsx';
import { iconNamed } from '../shell/icons.ts';
import { REGISTRY } from '../shell/registry.ts';

interface Waiting {
  entity: string;
  mark: string;
  count: number;
  query: string;
}

/** Read again this often, beside each change of a badge. */
const EVERY_MS = 60_000;

/** What waits for the reader in a project: each leads to the list that shows it. */
export function useWaiting(projectId: string): Line[] {
  const { data, again } = useQuery<Waiting[]>('/waiting', { scope: { projectId }, every: EVERY_MS });
  const badges = useAtomValue(badgesAtom(projectId));
  // What a badge counts is part of what waits; that the badges were read for the first time changes nothing.
  const before = useRef(badges);
  useEffect(() => {
    if (Object.keys(before.current).length > 0 && before.current !== badges) void again();
    before.current = badges;
  }, [badges, again]);
  const names = (data ?? []).map(({ entity }) => entity);
  const { t } = useTranslation(['menu', ...new Set(names)]);
  return (data ?? []).flatMap(({ entity, mark, count, query }) => {
    const module = REGISTRY.find(({ name }) => name === entity);
    if (!module?.route) return [];
    return {
      key: `${entity} ${mark}`,
      label: t(`${entity}:marks.${mark}`),
      note: t(`${entity}:plural`),
      to: `/projects/${projectId}/${module.route}?${query}`,
      count,
      icon: iconNamed(module.icon),
    };
  });
}
