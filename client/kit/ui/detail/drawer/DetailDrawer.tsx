import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { usePresence } from '../../../live/presence.ts';
import { useReadOnOpen } from '../../../live/useReadOnOpen.ts';
import { noteOpened } from '../../../session/recents.ts';
import { scopeNow } from '../../../session/session.ts';
import { FormDialog } from '../../form/FormDialog.tsx';
import { useFieldWords } from '../../form/form-context.ts';
import { useShortcuts } from '../../keyboard.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { useReadable } from '../../layout/readable.ts';
import { Drawer } from '../../overlay/Drawer.tsx';
import { ErrorState } from '../../states/EmptyState.tsx';
import { DetailContent } from '../DetailContent.tsx';
import { DetailHead } from '../DetailHead.tsx';
import type { DetailDrawerProps } from '../detail-props.ts';
import { useCalled } from '../related/useCalled.ts';
import { TypingContext } from '../typing.ts';
import { useRecord } from '../useRecord.ts';
import { useUsualTabs } from '../useUsualTabs.tsx';
import { DetailSkeleton } from './DetailSkeleton.tsx';
import { useOpenTitle } from './open-title.ts';

const MissingRecord = lazyPart(async () => (await import('./MissingRecord.tsx')).MissingRecord);

/** Removed, without a known author. */
const UNTOLD = { by: null, at: null };

/** A record beside its list: head, title, acts, tabs; with states for loading, failed and removed. */
export function DetailDrawer<D extends Definition>(props: DetailDrawerProps<D>): ReactNode;
export function DetailDrawer(props: DetailDrawerProps): ReactNode {
  const { definition, id, nav } = props;
  const { t } = useTranslation(['kit', 'errors', definition.name]);
  const say = useFieldWords(definition.name);
  const { row, state, gone, merged, error, reload } = useRecord(definition, id);
  const [editing, setEditing] = useState(false);
  const there = state === 'ready';
  useEffect(() => {
    if (there) noteOpened(scopeNow().projectId, definition.name, id);
  }, [there, definition, id]);
  useReadOnOpen(id, there);
  const typing = usePresence(definition.code, id, editing ? 'editing' : 'viewing');
  const name = useCalled(definition, row);
  const code = typeof row?.code === 'string' ? row.code : say.one;
  useOpenTitle(there ? (definition.prefix && !definition.titledBy ? code : name) : null);
  const usual = useUsualTabs(definition, id, props);
  const all = props.tabs ?? [...usual.slice(0, 1), ...(props.extraTabs?.(id) ?? []), ...usual.slice(1)];
  const tabs = useReadable(all);
  // A link may name the tab to open.
  const [chosen, setChosen] = useState(useSearchParams()[0].get('show') ?? props.first ?? '');
  const active = tabs.find(tab => tab.value === (props.tab ?? chosen)) ?? tabs[0];
  const show = (tab: string) => {
    setChosen(tab);
    props.onTab?.(tab);
  };
  useShortcuts(
    'detail',
    {},
    there
      ? tabs.flatMap(({ value, label, keys }) => (keys ? [{ keys, words: label, run: () => show(value) }] : []))
      : [],
  );
  return (
    <TypingContext value={typing}>
      <Drawer
        label={code === name ? name : `${code} ${name}`}
        head={<DetailHead definition={definition} id={id} code={code} nav={nav} />}
        onClose={nav.close}
        foot={state === 'ready' && (active?.foot ?? props.foot)}
        aside={props.aside}
      >
        {state === 'missing' ? (
          <MissingRecord name={definition.name} merged={merged} onClose={nav.close} />
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
        {row && (state === 'ready' || editing) && props.form !== false && (
          <FormDialog
            {...props.form}
            {...props.edit?.(row)}
            open={editing}
            definition={definition}
            doc={row}
            gone={state === 'missing' && (gone ?? UNTOLD)}
            onSaved={saved => {
              setEditing(false);
              if (saved.id !== id) nav.close();
            }}
            onCancel={() => setEditing(false)}
          />
        )}
      </Drawer>
    </TypingContext>
  );
}
