import { LIMITS } from '@lobby/shared/kit/features.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { countsTogether, type FileRoom, megabytesIn, refusalOf, tooLargeIn } from '@lobby/shared/kit/upload-limits.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../i18n/formats.ts';

/** Locale key of a field's limits. */
const limitOf = ({ images, types }: FileRoom) => {
  if (types) return types.includes('IMAGE') ? 'limitScans' : 'limitPdf';
  return images ? 'limitImages' : 'limitFiles';
};

interface FileRoomWords {
  /** What a control takes, as it stands beside it. */
  promise: string;
  /** Why files cannot be uploaded there; null if they can. What is too large for it is told by the same promise. */
  refuse: (chosen: readonly File[], held: readonly FileInfo[]) => string | null;
}

/** Words of the limits of a control: those it promises are those it refuses by. */
export function useFileRoom(room: FileRoom): FileRoomWords {
  const { t } = useTranslation(['kit', 'errors']);
  const { number } = useFormats();
  const limit = t(`form.${limitOf(room)}`, { max: room.max, megabytes: megabytesIn(room) });
  const promise = countsTogether(room) ? t('form.limitTogether', { limit, together: LIMITS.ATTACHMENTS_MB }) : limit;
  return {
    promise,
    refuse(chosen, held) {
      const wrong = refusalOf(chosen, { ...room, held });
      if (!wrong) return null;
      const large = tooLargeIn(chosen, room);
      if (large) return t('form.fileTooLarge', { ...large, size: number(large.size) });
      return wrong.code === 'PAYLOAD_TOO_LARGE'
        ? t('form.tooLarge', { limit: promise })
        : t(`errors:${wrong.code}`, wrong.params);
    },
  };
}
