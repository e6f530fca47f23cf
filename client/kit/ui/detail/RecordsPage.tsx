import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog, type FormDialogProps } from '../form/FormDialog.tsx';
import { ListPage, type ListPageProps } from '../list/ListPage.tsx';
import { DetailDrawer, type DetailDrawerProps } from './DetailDrawer.tsx';

interface RecordsPageProps<D extends Definition> extends Omit<ListPageProps<D>, 'drawer' | 'onCreate'> {
  /** Fields and layout of the form that creates and edits. */
  form?: Pick<FormDialogProps, 'fields' | 'children' | 'size'>;
  detail?: Partial<Pick<DetailDrawerProps, 'tabs' | 'title' | 'meta'>>;
}

/** A plain module's screen: its list, the open record beside it, and the form for a new one. */
export function RecordsPage<D extends Definition>({ form, detail, ...list }: RecordsPageProps<D>) {
  const { definition }: { definition: Definition } = list;
  const { t } = useTranslation(definition.name);
  const [creating, setCreating] = useState(false);
  return (
    <>
      <ListPage
        createLabel={t('actions.create')}
        {...list}
        onCreate={() => setCreating(true)}
        drawer={(id, nav) => <DetailDrawer {...detail} definition={definition} id={id} nav={nav} form={form} />}
      />
      <FormDialog
        {...form}
        open={creating}
        definition={definition}
        onSaved={() => setCreating(false)}
        onCancel={() => setCreating(false)}
      />
    </>
  );
}
