import type { Definition } from '@lobby/shared/kit/definition.ts';
import { atom, type PrimitiveAtom } from 'jotai';
import { createContext, use } from 'react';
import type { Scope } from '../../../http/api.ts';
import type { List } from '../../../list/list.ts';
import type { ListState } from '../../../list/url.ts';
import type { Bulk } from './bulk.ts';
import { NOTHING, type Selection } from './selection.ts';
import type { Change, OpenState } from './useListState.ts';

/** The row that keys act on. */
export interface Current {
  id: string | null;
  /** Reached by keys: its ring is shown. */
  ring: boolean;
}

/** An act that waits for what it asks. */
export interface Asking {
  action: string;
  /** One record; null: all that are chosen. */
  id: string | null;
}

/** Personal values of a row as they were at a version of it: when it changes, they are masked again. */
export interface Shown {
  version: number;
  values: Readonly<Record<string, string | null>>;
}
export type Revealed = ReadonlyMap<string, Shown>;

/** Atoms of one list that is open. */
export interface ListAtoms {
  selection: PrimitiveAtom<Selection>;
  current: PrimitiveAtom<Current>;
  asking: PrimitiveAtom<Asking | null>;
  /** Words of the search box whose first row is to become the current one; null: none. */
  sought: PrimitiveAtom<string | null>;
  /** On a phone: a touch chooses rows rather than opening them. */
  selecting: PrimitiveAtom<boolean>;
  /** The act on many that runs or has just ended. */
  bulk: PrimitiveAtom<Bulk | null>;
  /** Personal values shown on purpose, to this reader and until the list is left. */
  revealed: PrimitiveAtom<Revealed>;
}

/** What the parts of one list share. */
export interface ListModel extends ListAtoms {
  definition: Definition;
  scope: Scope;
  list: List;
  /** What the URL says. */
  state: OpenState;
  /** The same without the open record: another object only when the list is asked for something else. */
  query: ListState;
  change: Change;
  /** Address of the list with a record open. */
  linkTo: (id: string) => string;
  /** Rows can be chosen: there are acts on many that the reader may do. */
  selects: boolean;
  onCreate: (() => void) | undefined;
  /** The filter that says where the list is read (a folder), chosen beside it: neither a chip, nor cleared with the others. */
  place: string | undefined;
}

export function listAtoms(): ListAtoms {
  return {
    selection: atom(NOTHING),
    current: atom<Current>({ id: null, ring: false }),
    asking: atom<Asking | null>(null),
    sought: atom<string | null>(null),
    selecting: atom(false),
    bulk: atom<Bulk | null>(null),
    revealed: atom<Revealed>(new Map()),
  };
}

export const ListModelContext = createContext<ListModel | null>(null);

/** The list around; its parts stand within a `ListArea`. */
export function useListModel(): ListModel {
  const model = use(ListModelContext);
  if (!model) throw new Error('a part of a list stands outside of one');
  return model;
}
