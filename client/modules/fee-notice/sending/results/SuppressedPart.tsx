import { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import { RecordsPage } from '../../../../kit/ui/pages/RecordsPage.tsx';

const WIDTHS = { email: 220, residentIds: 220, cause: 132, reason: 180, count: 96, lastAt: 148, status: 132 };

/** Suppressed e-mail addresses. */
export const SuppressedPart = () => <RecordsPage definition={emailSuppression} widths={WIDTHS} />;
