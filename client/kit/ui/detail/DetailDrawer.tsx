import type { Definition } from '@lobby/shared/kit/definition.ts';
import { FileQuestion } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../matches.ts';
import { usePresence } from '../../presence.ts';
import { noteOpened } from '../../recents.ts';
import { scopeNow } from '../../session.ts';
import { Blank, ErrorState } from '../Blank.tsx';
import { Button } from '../Button.tsx';
import { Drawer } from '../Drawer.tsx';
import { FormDialog, type FormDialogProps } from '../form/FormDialog.tsx';
import { useFieldWords } from '../form/place.ts';
import type { MenuItem } from '../Menu.tsx';
import type { ActionBarProps } from './ActionBar.tsx';
import { DetailContent } from './DetailContent.tsx';
import { DetailHead } from './DetailHead.tsx';
import { DetailSkeleton } from './DetailSkeleton.tsx';
import type { DetailNav } from './nav.ts';
import { TypingContext } from './typing.ts';
import { useRecord } from './useRecord.ts';
import { useUsualTabs } from './useUsualTabs.tsx';

export interface DetailTab {
  value: string;
  label: string;
  count?: number;
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
  /** The tab that is shown; default its own state, the first one. */
  tab?: string;
  onTab?: (tab: string) => void;
  /** Default the definition's title field. */
  title?: (row: Row) => ReactNode;
  /** Under the title, beside the status. */
  meta?: (row: Row) => ReactNode;
  actionsExtra?: (row: Row) => ReactNode;
  /** Further entries of the menu of acts. */
  more?: (row: Row) => readonly MenuItem[];
  /** What acts begin with: `{label: {labelIds}}`. */
  values?: (row: Row) => ActionBarProps['values'];
  /** At the foot under all tabs. */
  foot?: ReactNode;
  /** The form that edits it: its fields and layout; `false`: none. */
  form?: Pick<FormDialogProps, 'fields' | 'children' | 'size' | 'title'> | false;
}

/** A record beside its list: head, title, acts, tabs; with its states while it loads, when it fails and when it is gone. */
export function DetailDrawer(props: DetailDrawerProps) {
  const { definition, id, nav } = props;
  const { t } = useTranslation(['kit', 'errors', definition.name]);
  const say = useFieldWords(definition.name);
  const { row, state, error, reload } = useRecord(definition, id);
  const [editing, setEditing] = useState(false);
  const there = state === 'ready';
  useEffect(() => {
    if (there) noteOpened(scopeNow().projectId, definition.name, id);
  }, [there, definition, id]);
  const typing = usePresence(definition.code, id, editing ? 'editing' : 'viewing');
  const name = row ? String(row[definition.title] ?? say.one) : say.one;
  const code = typeof row?.code === 'string' ? row.code : say.one;
  const usual = useUsualTabs(definition, id);
  const tabs = props.tabs ?? usual;
  const [own, setOwn] = useState('');
  const active = tabs.find(tab => tab.value === (props.tab ?? own)) ?? tabs[0];
  const show = (tab: string) => {
    setOwn(tab);
    props.onTab?.(tab);
  };
  return (
    <TypingContext value={typing}>
      <Drawer
        label={code === name ? name : `${code} ${name}`}
        head={<DetailHead definition={definition} id={id} code={code} nav={nav} />}
        onClose={nav.close}
        foot={state === 'ready' && (active?.foot ?? props.foot)}
      >
        {state === 'missing' ? (
          <Blank
            icon={FileQuestion}
            title={t('detail.notFound')}
            actions={<Button onClick={nav.close}>{t('detail.close')}</Button>}
          >
            {t('detail.notFoundText')}
          </Blank>
        ) : state === 'failed' ? (
          <ErrorState
            title={t('detail.failed')}
            onRetry={reload}
            code={error?.status ? error.requestId.slice(0, 8) : undefined}
          >
            {error?.message || t('errors:FAIL')}
          </ErrorState>
        ) : row && state === 'ready' ? (
          <DetailContent
            key={id}
            {...props}
            row={row}
            name={name}
            tabs={tabs}
            active={active}
            onTab={show}
            onEdit={() => setEditing(true)}
          />
        ) : (
          <DetailSkeleton />
        )}
        {row && state === 'ready' && props.form !== false && (
          <FormDialog
            {...props.form}
            open={editing}
            definition={definition}
            doc={row}
            onSaved={() => setEditing(false)}
            onCancel={() => setEditing(false)}
          />
        )}
      </Drawer>
    </TypingContext>
  );
}
