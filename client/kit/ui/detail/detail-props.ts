import type { FieldIn } from '@lobby/shared/kit/define-module.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { MoneyPart } from '@lobby/shared/kit/money.ts';
import type { ReactNode } from 'react';
import type { RecordOf } from '../../base/matches.ts';
import type { ActionBarProps } from '../actions/ActionBar.tsx';
import type { FormDialogProps } from '../form/FormDialog.tsx';
import type { Part } from '../layout/readable.ts';
import type { MenuItem } from '../overlay/Menu.tsx';
import type { DetailNav } from './drawer/nav.ts';
import type { Fact, Section } from './money/money-parts.ts';

export interface DetailTab extends Part {
  value: string;
  label: string;
  count?: number;
  /** Shortcut that shows it. */
  keys?: string;
  /** Takes the remaining height and scrolls by itself, as `DetailBody` does. */
  content: ReactNode;
  /** Shown at the bottom of the drawer with the tab. */
  foot?: ReactNode;
}

export interface DetailDrawerProps<D extends Definition = Definition> {
  definition: D;
  id: string;
  nav: DetailNav;
  /** Defaults to information, files if it can have some, and activity. */
  tabs?: readonly DetailTab[];
  /** Sections of a money record rendered by its module. */
  parts?: (row: RecordOf<D>) => Partial<Record<MoneyPart, ReactNode | ((usual: ReactNode) => ReactNode)>>;
  /** What the head says beside the status: unit, hours, people, amount; a pair is a span of time. */
  facts?: readonly Fact<FieldIn<D>>[];
  /** Information in titled sections, `detail.parts` of the kit's words; other fields follow in one more. */
  sections?: readonly Section<FieldIn<D>>[];
  /** Content above the information fields. */
  before?: (id: string) => ReactNode;
  /** Tabs between information and the other standard ones. */
  extraTabs?: (id: string) => readonly DetailTab[];
  /** The initial tab; defaults to the first. */
  first?: string;
  /** The controlled tab; defaults to its own state. */
  tab?: string;
  onTab?: (tab: string) => void;
  /** Defaults to the title field of the definition. */
  title?: (row: RecordOf<D>) => ReactNode;
  /** A warning that is read before the title and the acts. */
  warning?: (row: RecordOf<D>) => ReactNode;
  /** Content below the title, beside the status. */
  meta?: (row: RecordOf<D>) => ReactNode;
  actionsExtra?: (row: RecordOf<D>) => ReactNode;
  /** The primary button, if its act is done elsewhere. */
  lead?: (row: RecordOf<D>) => ReactNode;
  /** Further entries of the act menu. */
  more?: (row: RecordOf<D>) => readonly MenuItem[];
  /** Initial input of acts: `{assign: {employeeId}}`. */
  values?: (row: RecordOf<D>) => ActionBarProps['values'];
  /** Further information in dialogs of acts. */
  asides?: (row: RecordOf<D>) => ActionBarProps['asides'];
  /** Labels of acts that differ from the default; null hides an act. */
  wording?: (row: RecordOf<D>) => ActionBarProps['wording'];
  /** Shown at the bottom with all tabs. */
  foot?: ReactNode;
  /** A separate column beside the record, if there is room. */
  aside?: ReactNode;
  /** Edit form, if it has fewer fields than that of a new record. */
  edit?: (row: RecordOf<D>) => Pick<FormDialogProps<D>, 'fields' | 'children' | 'size'>;
  /** Edit form: its fields and layout; `false` for none. */
  form?: Pick<FormDialogProps<D>, 'fields' | 'children' | 'size' | 'title'> | false;
}
