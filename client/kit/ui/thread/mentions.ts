import { fold } from '@lobby/shared/kit/text-search.ts';
import type { Scope } from '../../http/api.ts';
import { useQuery } from '../../live/useQuery.ts';

/** An employee who can be mentioned. */
interface Colleague {
  id: string;
  name: string;
  positions: readonly string[];
  department: string;
}

const AT = /(?:^|[\s(])@([^\s@][^@\n]{0,40})?$/;

/** Splits a text at an `@` that starts a name at its end; null if there is none. */
export function atOf(text: string): { before: string; typed: string } | null {
  const match = AT.exec(text);
  if (!match) return null;
  const typed = match[1] ?? '';
  return { before: text.slice(0, text.length - typed.length - 1), typed };
}

/** Colleagues in a module whose name contains all typed words; loaded at the first mention. */
export function useColleagues(scope: Scope, module: string, typed: string | null) {
  const path = typed !== null && scope.projectId ? `/unit-group/${scope.projectId}/room-members` : null;
  const { data } = useQuery<readonly Colleague[]>(path, { scope, query: { roomType: module } });
  const words = fold(typed ?? '')
    .split(/\s+/)
    .filter(Boolean);
  return (typed === null ? [] : (data ?? []))
    .filter(({ name }) => words.every(word => fold(name).includes(word)) && fold(name) !== fold(typed ?? '').trim())
    .slice(0, 6)
    .map(({ id, name, department, positions }) => ({
      id,
      name,
      typeId: null,
      content: [department, positions.join(', ')].filter(Boolean).join(' · '),
    }));
}

/** Ids of mentioned people whose name is still in the text. */
export const stillNamed = (content: string, people: Readonly<Record<string, string>> = {}): string[] =>
  Object.keys(people).filter(id => content.includes(`@${people[id]}`));
