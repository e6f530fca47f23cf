import {
  type Adapter,
  amountIn,
  boundText,
  type Contract,
  fieldsIn,
  hmac,
  isSigned,
  lastFour,
  type PayState,
  type ProviderStatus,
  plainText,
  signedText,
  sortedNames,
} from './adapter.ts';
import { hostOf } from './hosts.ts';
import { post } from './post.ts';

const LEFT_OUT = ['vpc_SecureHash', 'vpc_SecureHashType'];
type Fields = Readonly<Record<string, string>>;

/** Signature over the non-empty `vpc_` and `user_` fields, sorted, not encoded; the key is hexadecimal. */
function signed({ credentials }: Pick<Contract, 'credentials'>, fields: Fields): string {
  const names = sortedNames(fields).filter(
    name => /^(vpc_|user_)/.test(name) && !LEFT_OUT.includes(name) && fields[name] !== '',
  );
  return hmac('sha256', Buffer.from(credentials.hashSecret ?? '', 'hex'), signedText(fields, names)).toUpperCase();
}

const STATES: Readonly<Record<string, PayState>> = { '0': 'PAID', '99': 'CANCELLED', '300': 'PENDING' };
const toldOf = (fields: Fields, ref: string): ProviderStatus => ({
  ref,
  state: STATES[fields.vpc_TxnResponseCode ?? ''] ?? 'FAILED',
  amount: amountIn(fields.vpc_Amount, 100),
  providerRef: boundText(fields.vpc_TransactionNo),
  bankCode: boundText(fields.vpc_Card, 20),
  cardLast4: lastFour(fields.vpc_CardNum),
});
/** Verifies the hash over the fields as received. */
const isRight = (contract: Pick<Contract, 'credentials'>, fields: Fields) =>
  isSigned(signed(contract, fields), fields.vpc_SecureHash);

export const onepay: Adapter = {
  async create(contract, { ref, amount, info, returnUrl }) {
    const fields: Record<string, string> = {
      vpc_Version: '2',
      vpc_Currency: 'VND',
      vpc_Command: 'pay',
      vpc_Locale: 'vn',
      vpc_TicketNo: '127.0.0.1',
      vpc_Merchant: contract.credentials.merchant ?? '',
      vpc_AccessCode: contract.credentials.accessCode ?? '',
      vpc_MerchTxnRef: ref,
      vpc_OrderInfo: plainText(info).slice(0, 34),
      vpc_Amount: String(amount * 100),
      vpc_ReturnURL: returnUrl,
      vpc_CallbackURL: contract.noticeUrl,
    };
    const query = new URLSearchParams({ ...fields, Title: 'Lobby', vpc_SecureHash: signed(contract, fields) });
    return { url: `${hostOf('ONEPAY', contract.environment).page}?${query}`, qr: null, deeplink: null };
  },
  read(credentials, { query, body }) {
    const fields = fieldsIn(query || body);
    return isRight({ credentials }, fields) ? toldOf(fields, boundText(fields.vpc_MerchTxnRef) ?? '') : null;
  },
  answer: result => ({
    status: 200,
    type: 'text/plain',
    body: ['SIGNATURE', 'FAULT'].includes(result)
      ? 'responsecode=0&desc=confirm-fail'
      : 'responsecode=1&desc=confirm-success',
  }),
  async query(contract, { ref }) {
    const { merchant = '', accessCode = '', user = '', password = '' } = contract.credentials;
    const fields: Record<string, string> = {
      vpc_Command: 'queryDR',
      vpc_Version: '2',
      vpc_MerchTxnRef: ref,
      vpc_Merchant: merchant,
      vpc_AccessCode: accessCode,
      vpc_User: user,
      vpc_Password: password,
    };
    const form = { ...fields, vpc_SecureHash: signed(contract, fields) };
    const answer = fieldsIn(await post(hostOf('ONEPAY', contract.environment).api, { form }));
    const status = toldOf(answer, ref);
    return answer.vpc_DRExists !== 'Y' || !isRight(contract, answer) ? { ...status, state: 'UNKNOWN' } : status;
  },
  // Refunds are made by hand in the provider's portal.
  refund: async () => 'FAILED',
  queryRefund: async () => 'UNKNOWN',
};
