import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../kit/base/matches.ts';
import { toast } from '../../../kit/base/toast.ts';
import { dataOf } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';

interface Series {
  done?: { from: string }[];
  refused?: { from: string; message: string }[];
}

/** Returns a function that shows how many dates of a series were booked, and which were skipped and why. */
export function useSeriesToast() {
  const { t } = useTranslation(utilityBooking.name);
  const { dateTime } = useFormats();
  return (row: Row): void => {
    const { done, refused = [] } = dataOf<Series>(row);
    if (!done) return;
    toast({
      tone: refused.length > 0 ? 'waiting' : 'done',
      title: t('repeat.made', { done: done.length, refused: refused.length }),
      description: refused.map(({ from, message }) => `${dateTime(from)}: ${message}`).join(' · '),
    });
  };
}
