import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { MoneyPart } from '@lobby/shared/kit/money.ts';
import type { ReactNode } from 'react';
import type { Row } from '../../base/matches.ts';
import type { ActionBarProps } from '../actions/ActionBar.tsx';
import type { FormDialogProps } from '../form/FormDialog.tsx';
import type { MenuItem } from '../Menu.tsx';
import type { Part } from '../readable.ts';
import type { DetailNav } from './nav.ts';

export interface DetailTab extends Part {
  value: string;
  label: string;
  count?: number;
  /** The key that shows it. */
  keys?: string;
  /** Takes the height that is left and scrolls by itself: `DetailBody` does. */
  content: ReactNode;
  /** At the foot of the drawer while the tab is shown. */
  foot?: ReactNode;
}

export interface DetailDrawerProps {
  definition: Definition;
  id: string;
  nav: DetailNav;
  /** Default: information, files where it can have some, activity. */
  tabs?: readonly DetailTab[];
  /** Of a record of money: parts of its information that its module draws itself. */
  parts?: (row: Row) => Partial<Record<MoneyPart, ReactNode>>;
  /** Above the fields of its information. */
  before?: (id: string) => ReactNode;
  /** Between information and the other usual tabs. */
  extraTabs?: (id: string) => readonly DetailTab[];
  /** The tab with which it opens; default the first one. */
  first?: string;
  /** The tab that is shown; default its own state, the first one. */
  tab?: string;
  onTab?: (tab: string) => void;
  /** Default the definition's title field. */
  title?: (row: Row) => ReactNode;
  /** Under the title, beside the status. */
  meta?: (row: Row) => ReactNode;
  actionsExtra?: (row: Row) => ReactNode;
  /** The button before all acts: what people come for, where that is done elsewhere. */
  lead?: (row: Row) => ReactNode;
  /** Further entries of the menu of acts. */
  more?: (row: Row) => readonly MenuItem[];
  /** What acts begin with: `{assign: {employeeId}}`. */
  values?: (row: Row) => ActionBarProps['values'];
  /** What else is to be known before an act is done. */
  asides?: (row: Row) => ActionBarProps['asides'];
  /** Words of acts where they say more than usual; null where one is not offered. */
  wording?: (row: Row) => ActionBarProps['wording'];
  /** At the foot under all tabs. */
  foot?: ReactNode;
  /** A column of its own beside the record, where there is room for one. */
  aside?: ReactNode;
  /** The form that edits it, where that asks for less than a new one does. */
  edit?: (row: Row) => Pick<FormDialogProps, 'fields' | 'children' | 'size'>;
  /** The form that edits it: its fields and layout; `false`: none. */
  form?: Pick<FormDialogProps, 'fields' | 'children' | 'size' | 'title'> | false;
}
