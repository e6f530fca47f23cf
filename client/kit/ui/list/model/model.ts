import type { Definition } from '@lobby/shared/kit/definition.ts';
import { atom, type PrimitiveAtom } from 'jotai';
import { createContext, use } from 'react';
import type { Scope } from '../../../http/api.ts';
import type { List } from '../../../list/list.ts';
import type { ListState } from '../../../list/url.ts';
import type { Bulk } from './bulk.ts';
import { NOTHING, type Selection } from './selection.ts';
import type { Change, OpenState } from './useListState.ts';

/** The row that shortcuts act on. */
export interface Current {
  id: string | null;
  /** Reached by keyboard, so its focus ring is shown. */
  ring: boolean;
}

/** An act whose dialog is open. */
export interface Asking {
  action: string;
  /** A single record; null for the selection. */
  id: string | null;
}

/** Revealed values of a row at a version; when the version changes, they are masked again. */
export interface Shown {
  version: number;
  values: Readonly<Record<string, string | null>>;
}
export type Revealed = ReadonlyMap<string, Shown>;

/** Atoms of an open list. */
export interface ListAtoms {
  selection: PrimitiveAtom<Selection>;
  current: PrimitiveAtom<Current>;
  asking: PrimitiveAtom<Asking | null>;
  /** Search text whose first result becomes the current row; null for none. */
  sought: PrimitiveAtom<string | null>;
  /** On phones: touch selects rows instead of opening them. */
  selecting: PrimitiveAtom<boolean>;
  /** Bulk act in progress or just ended. */
  bulk: PrimitiveAtom<Bulk | null>;
  /** Personal values revealed by this reader, until the list is left. */
  revealed: PrimitiveAtom<Revealed>;
}

/** State shared by the parts of a list. */
export interface ListModel extends ListAtoms {
  definition: Definition;
  scope: Scope;
  list: List;
  /** State in the URL. */
  state: OpenState;
  /** The same without the open record; a new object only when the query changes. */
  query: ListState;
  change: Change;
  /** URL of the list with a record open. */
  linkTo: (id: string) => string;
  /** Rows can be selected: there are bulk acts that the reader may do. */
  selects: boolean;
  onCreate: (() => void) | undefined;
  /** Filter set by navigation beside the list (a folder): neither shown as chip nor cleared with the others. */
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

/** The surrounding list; requires a `ListArea`. */
export function useListModel(): ListModel {
  const model = use(ListModelContext);
  if (!model) throw new Error('a part of a list stands outside of one');
  return model;
}
