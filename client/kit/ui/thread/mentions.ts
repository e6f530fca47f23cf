import { fold } from '@lobby/shared/kit/text-search.ts';
import type { Scope } from '../../http/api.ts';
import { useQuery } from '../../live/useQuery.ts';

/** Somebody of the staff who can be called in. */
interface Colleague {
  id: string;
  name: string;
  positions: readonly string[];
  department: string;
}

const AT = /(?:^|[\s(])@([^\s@][^@\n]{0,40})?$/;

/** The `@` at the end of a text that begins a name: what stands before it, and the letters after it; null without one. */
export function atOf(text: string): { before: string; typed: string } | null {
  const found = AT.exec(text);
  if (!found) return null;
  const typed = found[1] ?? '';
  return { before: text.slice(0, text.length - typed.length - 1), typed };
}

/** The colleagues who work in a module and whose name holds all the words typed; read once somebody is called in. */
export function useColleagues(scope: Scope, module: string, typed: string | null) {
  const asked = typed !== null && scope.projectId ? `/unit-group/${scope.projectId}/room-members` : null;
  const { data } = useQuery<readonly Colleague[]>(asked, { scope, query: { roomType: module } });
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

/** Those of the people called in whose name still stands in the text. */
export const stillNamed = (content: string, people: Readonly<Record<string, string>> = {}): string[] =>
  Object.keys(people).filter(id => content.includes(`@${people[id]}`));
