import type { Merged } from '@lobby/shared/kit/merged.ts';
import { useAtomValue } from 'jotai';
import { FileQuestion, Merge } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useFormats } from '../../../i18n/formats.ts';
import { placeOf } from '../../../records/definitions.ts';
import { projectIdAtom } from '../../../session/session.ts';
import { Button } from '../../controls/Button.tsx';
import { EmptyState } from '../../states/EmptyState.tsx';

interface MissingRecordProps {
  name: string;
  merged: Merged | null;
  onClose: () => void;
}

/** Shown in place of a record that is not there: what it was merged into, or that it is gone. */
export function MissingRecord({ name, merged, onClose }: MissingRecordProps) {
  const { t } = useTranslation('kit');
  const { dateTime } = useFormats();
  const navigate = useNavigate();
  const projectId = useAtomValue(projectIdAtom) ?? '';
  const { pathname, search } = useLocation();
  const place = merged && placeOf(name, projectId, merged.id);
  // The list behind the drawer keeps its filters.
  const open = (to: string) => {
    const query = new URLSearchParams(search);
    if (merged) query.set('id', merged.id);
    void navigate(to.startsWith(`${pathname}?`) ? { search: `${query}` } : to, { replace: true });
  };
  const close = <Button onClick={onClose}>{t('detail.close')}</Button>;
  if (!merged || !place)
    return (
      <EmptyState icon={FileQuestion} title={t('detail.notFound')} actions={close}>
        {t('detail.notFoundText')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Merge}
      title={t('detail.merged', { name: merged.title })}
      actions={
        <>
          {close}
          <Button look="filled" onClick={() => open(place)}>
            {t('detail.openMerged', { name: merged.title })}
          </Button>
        </>
      }
    >
      {merged.by && merged.at
        ? t('detail.mergedBy', { name: merged.by, when: dateTime(merged.at) })
        : t('detail.mergedText')}
    </EmptyState>
  );
}
