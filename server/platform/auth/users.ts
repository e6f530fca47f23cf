import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { QUIET_DEFAULT, type Quiet } from '@lobby/shared/kit/quiet-hours.ts';
import { z } from 'zod';
import { type Collection, db } from '../../kit/database/database.ts';
import { open } from '../../kit/privacy/personal.ts';

/** A user account. */
export interface User {
  _id: string;
  /** Keyed digests of sign-in names: e-mail, and a resident's phone number. */
  logins: string[];
  name: string;
  /** Plain text for staff, encrypted for residents (personal data). */
  email: string;
  kind: 'staff' | 'resident';
  passwordHash: string;
  verified: boolean;
  disabled: boolean;
  /** Language of mails; that of the first sign-in until another is chosen. */
  language?: Language;
  /** Topics with mails turned off. */
  mailOff?: string[];
  /** Topics turned off in the product. */
  appOff?: string[];
  pushOff?: string[];
  /** Push messages do not show the text. */
  hideText?: boolean;
  /** Quiet hours for push messages. */
  quiet?: Quiet;
  signedInAt?: Date;
  invitedAt?: Date;
  /** Requested e-mail, until it is confirmed; stored like `email`. */
  nextEmail?: string;
  /** Links requested before this time are invalid. */
  linksEndedAt?: Date;
}

/** Key that encrypts residents' sign-in names, which belong to a person, not to a project. */
export const PEOPLE = 'people';
/** E-mail of an account in plain text. */
export const emailOf = ({ kind, email }: Pick<User, 'kind' | 'email'>) =>
  kind === 'staff' ? email : (open(PEOPLE, email) ?? '');
/** Requested e-mail of an account in plain text. */
export const nextEmailOf = ({ kind, nextEmail }: Pick<User, 'kind' | 'nextEmail'>) =>
  nextEmail ? (kind === 'staff' ? nextEmail : open(PEOPLE, nextEmail)) : null;

export const quietSchema = z.object({ mode: z.string(), from: z.string().nullable(), to: z.string().nullable() });
export const shownQuiet = ({ kind, quiet }: Pick<User, 'kind' | 'quiet'>) => ({
  from: null,
  to: null,
  ...(quiet ?? QUIET_DEFAULT[kind]),
});

/** The user as they see themselves. */
export const userSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  kind: z.enum(['staff', 'resident']),
  language: z.enum(LANGUAGES).nullable(),
  mailOff: z.array(z.string()),
  appOff: z.array(z.string()),
  pushOff: z.array(z.string()),
  hideText: z.boolean(),
  quiet: quietSchema,
});
export const shownUser = ({
  _id,
  name,
  email,
  kind,
  language,
  mailOff = [],
  appOff = [],
  pushOff = [],
  ...rest
}: User) => ({
  id: _id,
  name,
  email: kind === 'staff' ? email : '',
  kind,
  language: language ?? null,
  mailOff,
  appOff,
  pushOff,
  hideText: rest.hideText ?? false,
  quiet: shownQuiet({ kind, ...rest }),
});

export const userCollection: Collection = {
  name: 'users',
  indexes: [{ key: { logins: 1 }, options: { unique: true } }],
};
export const users = () => db().collection<User>(userCollection.name);
