import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../base/matches.ts';
import { DialogSkeleton } from '../DialogSkeleton.tsx';
import { DrawerSkeleton } from '../detail/DrawerSkeleton.tsx';
import type { DetailDrawerProps } from '../detail/detail-props.ts';
import type { FormDialogProps } from '../form/FormDialog.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { ListPage, type ListPageProps } from '../list/ListPage.tsx';

// The list is there before either is asked for.
const DetailDrawer = lazyPart(async () => (await import('../detail/DetailDrawer.tsx')).DetailDrawer, DrawerSkeleton);
const FormDialog = lazyPart(async () => (await import('../form/FormDialog.tsx')).FormDialog, FormSkeleton);

function FormSkeleton({ open, onCancel }: Pick<FormDialogProps, 'open' | 'onCancel'>) {
  return open && <DialogSkeleton onClose={onCancel} />;
}

interface RecordsPageProps<D extends Definition> extends Omit<ListPageProps<D>, 'drawer' | 'onCreate'> {
  /** Fields and layout of the form that creates and edits, and what a new record begins with. */
  form?: Pick<FormDialogProps, 'fields' | 'inputs' | 'children' | 'size' | 'defaults'>;
  /** A screen of its own makes a new one. */
  onCreate?: () => void;
  /** What was made by it. */
  onCreated?: (row: Row) => void;
  detail?: Partial<
    Pick<
      DetailDrawerProps,
      | 'tabs'
      | 'parts'
      | 'before'
      | 'lead'
      | 'extraTabs'
      | 'first'
      | 'title'
      | 'meta'
      | 'wording'
      | 'more'
      | 'values'
      | 'asides'
      | 'actionsExtra'
      | 'edit'
    >
  >;
}

/** A plain module's screen: its list, the open record beside it, and the form for a new one. */
export function RecordsPage<D extends Definition>({ form, detail, onCreate, onCreated, ...list }: RecordsPageProps<D>) {
  const { definition }: { definition: Definition } = list;
  // Records that are not made one by one have a screen of their own for many.
  const makes = answers(definition, 'create') || onCreate !== undefined;
  const { t } = useTranslation(definition.name);
  const [creating, setCreating] = useState(false);
  // Once it was open it stays, to close as it does.
  const [wasOpen, setWasOpen] = useState(false);
  const create = () => {
    setWasOpen(true);
    setCreating(true);
  };
  return (
    <>
      <ListPage
        {...(makes && { createLabel: t('actions.create'), onCreate: onCreate ?? create })}
        {...list}
        drawer={(id, nav) => <DetailDrawer {...detail} definition={definition} id={id} nav={nav} form={form} />}
      />
      {wasOpen && (
        <FormDialog
          {...form}
          open={creating}
          definition={definition}
          onSaved={row => {
            setCreating(false);
            onCreated?.(row);
          }}
          onCancel={() => setCreating(false)}
        />
      )}
    </>
  );
}
