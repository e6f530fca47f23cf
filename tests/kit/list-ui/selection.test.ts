import { describe, expect, it } from 'vitest';
import {
  countOf,
  extend,
  extentOf,
  holdsRow,
  NOTHING,
  toggle,
  toggleShown,
} from '../../../client/kit/ui/list/model/selection.ts';

const SHOWN = ['a', 'b', null, 'c', 'd'];
const chosen = (...ids: string[]) => ({ ids: new Set(ids), anchor: ids[0] ?? null, all: false });

describe('selection', () => {
  it('chooses a row and lets it go', () => {
    const one = toggle(NOTHING, 'b', SHOWN);
    expect([...one.ids]).toEqual(['b']);
    expect(one.anchor).toBe('b');
    expect(toggle(one, 'b', SHOWN).ids.size).toBe(0);
  });

  it('extends from the anchor both ways, over rows that are not loaded', () => {
    expect([...extend(toggle(NOTHING, 'b', SHOWN), 'd', SHOWN).ids]).toEqual(['b', 'c', 'd']);
    expect([...extend(toggle(NOTHING, 'd', SHOWN), 'b', SHOWN).ids].sort()).toEqual(['b', 'c', 'd']);
  });

  it('extends to a single row where the anchor has left the list', () => {
    expect([...extend(chosen('gone'), 'c', SHOWN).ids]).toEqual(['gone', 'c']);
    expect([...extend(NOTHING, 'c', SHOWN).ids]).toEqual(['c']);
  });

  it('chooses all loaded rows with the head, and lets them go', () => {
    const all = toggleShown(NOTHING, SHOWN);
    expect([...all.ids]).toEqual(['a', 'b', 'c', 'd']);
    expect(extentOf(all, SHOWN)).toBe('shown');
    expect(toggleShown(all, SHOWN)).toBe(NOTHING);
    expect(extentOf(chosen('a'), SHOWN)).toBe('some');
    expect(extentOf(NOTHING, SHOWN)).toBe('none');
    expect(extentOf(NOTHING, [])).toBe('none');
  });

  it('stands for everything under the filter, until one row is let go', () => {
    const all = { ...chosen('a', 'b', 'c', 'd'), all: true };
    expect(countOf(all, 1234)).toBe(1234);
    expect(holdsRow(all, 'not loaded')).toBe(true);
    const fewer = toggle(all, 'c', SHOWN);
    expect(fewer.all).toBe(false);
    expect([...fewer.ids]).toEqual(['a', 'b', 'd']);
    expect(countOf(fewer, 1234)).toBe(3);
  });
});
