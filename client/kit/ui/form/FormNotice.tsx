import { chakra } from '@chakra-ui/react';
import { CircleAlert, FileX, History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { useFormats } from '../../i18n/formats.ts';
import { Button } from '../controls/Button.tsx';
import { Why } from '../guide/Why.tsx';

/** User who removed the record while it was edited, and when; null if unknown. */
export interface Gone {
  by: string | null;
  /** Milliseconds. */
  at: number | null;
}

/** Why a form was not saved, if no field shows it. */
export interface Refusal {
  code: string;
  message: string;
  /** Temporary: the same may succeed later. */
  passing: boolean;
}

const noticeClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  px: '3',
  py: '1.5',
  minH: '10',
  borderRadius: 'md',
  '& > span, & > div': { flex: '1', minW: '0' },
  '&[data-tone=bad]': { bg: 'bad.subtle', color: 'bad.fg' },
  '&[data-tone=quiet]': { bg: 'bg.subtle', color: 'fg.muted' },
});

interface FormNoticeProps {
  gone?: Gone | false;
  /** Whether the reader may create a new record from the input. */
  creates?: boolean;
  refusal: Refusal | null;
  onRetry: () => void;
  restored: boolean;
  onDiscard: () => void;
}

/** Notice at the top of a form: a restored draft, or why saving failed. Input is kept in both cases. */
export function FormNotice({ gone, creates, refusal, onRetry, restored, onDiscard }: FormNoticeProps) {
  const { t } = useTranslation(['kit', 'common']);
  const { time } = useFormats();
  return (
    <>
      {gone && (
        <div role="alert" className={noticeClass()} data-tone="bad">
          <FileX />
          <span>
            <chakra.strong fontWeight="semibold">
              {gone.by && gone.at
                ? t('form.goneBy', { name: gone.by, time: time(new Date(gone.at).toISOString()) })
                : t('form.gone')}
            </chakra.strong>{' '}
            {t(creates ? 'form.goneCreate' : 'form.goneKept')}
          </span>
        </div>
      )}
      {restored && (
        <div role="status" className={noticeClass()} data-tone="quiet">
          <History />
          <span>{t('form.draftRestored')}</span>
          <Button look="ghost" size="sm" onClick={onDiscard}>
            {t('form.draftDiscard')}
          </Button>
        </div>
      )}
      {refusal && (
        <div role="alert" className={noticeClass()} data-tone="bad">
          <CircleAlert />
          <div>
            <chakra.strong fontWeight="semibold">{t('form.failed')}.</chakra.strong> {refusal.message}
            <Why code={refusal.code} />
          </div>
          {refusal.passing && (
            <Button size="sm" onClick={onRetry}>
              {t('common:act.retry')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
