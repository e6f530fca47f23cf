import { useAtom } from 'jotai';
import { CircleQuestionMark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { guideAtom } from '../../kit/base/guide.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';

/** Toggles the guide panel. */
export function GuideButton() {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useAtom(guideAtom);
  return (
    <IconButton
      icon={CircleQuestionMark}
      label={t('person.guide')}
      pressed={open !== null}
      onClick={() => setOpen(open ? null : 'page')}
    />
  );
}
