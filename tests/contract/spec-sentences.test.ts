import { ERRORS } from '@lobby/shared/kit/errors.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { describe, expect, it } from 'vitest';
import { readWords } from '../setup/contract/words.ts';

/**
 * The sentences of the specification's error catalogue -> the code that says each; `null` while the module that raises it has not landed.
 * A new code is entered here: a sentence whose planned code exists, but is still `null`, fails the test.
 */
const SENTENCES: Readonly<Record<string, readonly [planned: string, code: string | null]>> = {
  // Transport and generic
  SERVER_ERROR: ['SERVER_ERROR', 'SERVER_ERROR'],
  FAIL: ['FAIL', 'FAIL'],
  '401': ['UNAUTHORIZED', 'UNAUTHORIZED'],
  '403': ['FORBIDDEN', 'FORBIDDEN'],
  '500 "Something wrong"': ['SERVER_ERROR', 'SERVER_ERROR'],
  'Invalid request': ['VALIDATION_FAILED', 'VALIDATION_FAILED'],
  Forbidden: ['FORBIDDEN', 'FORBIDDEN'],
  Unauthorized: ['UNAUTHORIZED', 'UNAUTHORIZED'],
  'Not found': ['NOT_FOUND', 'NOT_FOUND'],
  'Data duplicate': ['ALREADY_EXISTS', 'ALREADY_EXISTS'],
  'Data require': ['REQUIRED', 'REQUIRED'],
  'Key exist': ['ALREADY_EXISTS', 'ALREADY_EXISTS'],
  'Name already exists': ['ALREADY_EXISTS', 'ALREADY_EXISTS'],
  'Code already in use': ['ALREADY_EXISTS', 'ALREADY_EXISTS'],
  'Update data fail': ['DATA_STALE', 'DATA_STALE'],
  data_invalid: ['VALIDATION_FAILED', 'VALIDATION_FAILED'],
  data_is_locked: ['data_is_locked', 'data_is_locked'],
  error_occurred: ['SERVER_ERROR', 'SERVER_ERROR'],
  'system maintenance message': ['MAINTENANCE', 'MAINTENANCE'],
  'retry later message': ['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'],
  'limit reached': ['TOO_MANY', 'TOO_MANY'],
  'permission required for a page or module': ['EMPLOYEE_NOT_HAVE_PERMISSION', 'EMPLOYEE_NOT_HAVE_PERMISSION'],
  // User and login
  login_unsuccessful: ['SIGN_IN_FAILED', 'SIGN_IN_FAILED'],
  'wrong username or password': ['SIGN_IN_FAILED', 'SIGN_IN_FAILED'],
  'email not in the system': ['SIGN_IN_FAILED', 'SIGN_IN_FAILED'],
  'email not verified': ['EMAIL_NOT_VERIFIED', 'EMAIL_NOT_VERIFIED'],
  'email unique': ['ALREADY_EXISTS', 'ALREADY_EXISTS'],
  'user not active': ['USER_NOT_ACTIVE', 'USER_NOT_ACTIVE'],
  'password incorrect': ['PASSWORD_INCORRECT', 'PASSWORD_INCORRECT'],
  'User not found': ['NOT_FOUND', 'NOT_FOUND'],
  'User authenticated fail': ['UNAUTHORIZED', 'UNAUTHORIZED'],
  employee_not_have_permission: ['EMPLOYEE_NOT_HAVE_PERMISSION', 'EMPLOYEE_NOT_HAVE_PERMISSION'],
  // Unit group and data lock
  'Cannot delete': ['IN_USE', 'IN_USE'],
  'lock date missing': ['LOCK_DATE_MISSING', 'LOCK_DATE_MISSING'],
  'lock date existing': ['LOCK_DATE_EXISTS', 'LOCK_DATE_EXISTS'],
  'lock date invalid': ['LOCK_DATE_INVALID', 'LOCK_DATE_INVALID'],
  'lock date duplicate': ['LOCK_DATE_DUPLICATE', 'LOCK_DATE_DUPLICATE'],
  'project code invalid': ['PROJECT_CODE_INVALID', null],
  'payment config not found': ['PAYMENT_CONFIG_NOT_FOUND', 'PAYMENT_CONFIG_NOT_FOUND'],
  'project has no online payment': ['PROJECT_NO_ONLINE_PAYMENT', 'PROJECT_NO_ONLINE_PAYMENT'],
  'Documents created before the lock date cannot be changed or deleted': ['data_is_locked', 'data_is_locked'],
  // Unit, floor, department, position, employee
  'Apartment exists': ['APARTMENT_EXISTS', 'APARTMENT_EXISTS'],
  'Apartment area mismatch': ['AREA_MISMATCH', 'AREA_MISMATCH'],
  'Apartment unique name': ['UNIT_NAME_EXISTS', 'UNIT_NAME_EXISTS'],
  'Apartment invalid floor or type': ['FLOOR_INVALID', 'FLOOR_INVALID'],
  'Deleted {success} floor, cannot delete {fail} floor': ['IN_USE', 'IN_USE'],
  'Resident exists by identifier': ['RESIDENT_IDENTIFIER_EXISTS', 'RESIDENT_IDENTIFIER_EXISTS'],
  'Resident exists by email': ['RESIDENT_EMAIL_EXISTS', 'RESIDENT_EMAIL_EXISTS'],
  'Resident exists by phone': ['RESIDENT_PHONE_EXISTS', 'RESIDENT_PHONE_EXISTS'],
  'Resident exists by visa': ['RESIDENT_VISA_EXISTS', 'RESIDENT_VISA_EXISTS'],
  'Resident exists by role': ['RESIDENT_HOUSEHOLDER_EXISTS', 'RESIDENT_HOUSEHOLDER_EXISTS'],
  'Resident already in unit': ['RESIDENT_ALREADY_IN_UNIT', 'RESIDENT_ALREADY_IN_UNIT'],
  'Resident unit missing': ['REFERENCE_NOT_FOUND', 'REFERENCE_NOT_FOUND'],
  'Resident invalid names': ['RESIDENT_NAME_INVALID', 'RESIDENT_NAME_INVALID'],
  'Resident visa expired': ['RESIDENT_VISA_EXPIRED', 'RESIDENT_VISA_EXPIRED'],
  'Resident invalid gender': ['CHOICE_INVALID', 'CHOICE_INVALID'],
  'Employee: email or phone exists': ['EMPLOYEE_EMAIL_EXISTS', 'EMPLOYEE_EMAIL_EXISTS'],
  'virtual account exists': ['VIRTUAL_ACCOUNT_EXISTS', 'VIRTUAL_ACCOUNT_EXISTS'],
  'Floor exists, name exists': ['FLOOR_EXISTS', 'FLOOR_EXISTS'],
  'Department still has staff': ['IN_USE', 'IN_USE'],
  'position missing in department': ['POSITION_NOT_IN_DEPARTMENT', 'POSITION_NOT_IN_DEPARTMENT'],
  // Billing
  'Bill already exists for the month': ['BILL_ALREADY_EXISTS', 'BILL_ALREADY_EXISTS'],
  'cannot update adjusted, published, deleted, cancelled, partly paid or paid bills': [
    'CANNOT_UPDATE_PUBLISHED_BILL',
    'CANNOT_UPDATE_PUBLISHED_BILL',
  ],
  'bill already paid': ['BILL_PAID', 'BILL_PAID'],
  'bill cancelled': ['BILL_CANCELLED', 'BILL_CANCELLED'],
  'Cannot cancel: created before the lock date': ['data_is_locked', 'data_is_locked'],
  'Cannot cancel: from a different fee period': ['BILL_FEE_PERIOD_DIFFERENT', 'BILL_FEE_PERIOD_DIFFERENT'],
  'Cannot cancel: debt bills': ['BILL_DEBT_CANNOT_BE_CANCELLED', 'BILL_DEBT_CANNOT_BE_CANCELLED'],
  'Cannot cancel: partially paid': ['BILL_PARTLY_PAID', 'BILL_PARTLY_PAID'],
  'a paid fee notice requires cancelling its receipt first': ['FEE_NOTICE_PAID', 'FEE_NOTICE_PAID'],
  'Adjustment: value must be above 0 within min to max': ['ADJUSTMENT_AMOUNT_INVALID', 'ADJUSTMENT_AMOUNT_INVALID'],
  'Adjustment: one adjustment only': ['ADJUSTMENT_ALREADY_EXISTS', 'ADJUSTMENT_ALREADY_EXISTS'],
  'Invalid used number': ['USAGE_NUMBER_INVALID', 'USAGE_NUMBER_INVALID'],
  'Unit-account versus bill limits': ['UNIT_ACCOUNT_EXCEEDED', 'UNIT_ACCOUNT_EXCEEDED'],
  'deduction exceeds payment total': ['DEDUCTION_EXCEEDS_PAYMENT', 'DEDUCTION_EXCEEDS_PAYMENT'],
  'Bill form not selected': ['BILL_FORM_NOT_SELECTED', 'BILL_FORM_NOT_SELECTED'],
  'Receipt: cancel without enough account money': ['UNIT_ACCOUNT_NOT_ENOUGH', 'UNIT_ACCOUNT_NOT_ENOUGH'],
  'Receipt: locked': ['data_is_locked', 'data_is_locked'],
  'Receipt: invalid report date': ['DATE_IN_FUTURE', 'DATE_IN_FUTURE'],
  'Receipt: total or method invalid': ['PAYMENT_TOTAL_INVALID', 'PAYMENT_TOTAL_INVALID'],
  'Payslip exceeds advance balance': ['ADVANCE_NOT_ENOUGH', 'ADVANCE_NOT_ENOUGH'],
  'Many-apartment payment failed': ['MULTI_PAYMENT_FAILED', 'MULTI_PAYMENT_FAILED'],
  'multi payment blocked when an apartment has a downward adjustment': [
    'MULTI_PAYMENT_ADJUST_DOWN',
    'MULTI_PAYMENT_ADJUST_DOWN',
  ],
  'apartment with no residents cannot pay': ['UNIT_WITHOUT_RESIDENT', 'UNIT_WITHOUT_RESIDENT'],
  'payment order expired': ['PAYMENT_ORDER_EXPIRED', 'PAYMENT_ORDER_EXPIRED'],
  'saving usage numbers refused once the apartment has a fee this month': [
    'UNIT_HAS_FEE_THIS_MONTH',
    'UNIT_HAS_FEE_THIS_MONTH',
  ],
  'Fee notices: no email or phone at sending': ['NO_EMAIL', 'NO_EMAIL'],
  'SMS not set up': ['SMS_NOT_SET_UP', 'SMS_NOT_SET_UP'],
  'template not set up': ['TEMPLATE_NOT_SET_UP', 'TEMPLATE_NOT_SET_UP'],
  'mail rejection': ['MAIL_REJECTION', null],
  'spam mark': ['SPAM_MARK', null],
  unsubscribe: ['UNSUBSCRIBE', 'UNSUBSCRIBE'],
  'non-existent address': ['NON_EXISTENT_ADDRESS', null],
  'email capacity exceeded': ['EMAIL_CAPACITY_EXCEEDED', 'EMAIL_CAPACITY_EXCEEDED'],
  'E-invoice: no items': ['INVOICE_NO_ITEMS', 'INVOICE_NO_ITEMS'],
  'E-invoice: provider invalid or not configured': [
    'INVOICE_PROVIDER_NOT_CONFIGURED',
    'INVOICE_PROVIDER_NOT_CONFIGURED',
  ],
  'E-invoice: seller or buyer not found': ['INVOICE_SELLER_NOT_FOUND', 'INVOICE_SELLER_NOT_FOUND'],
  'E-invoice: original invoice not found': ['ORIGINAL_INVOICE_NOT_FOUND', 'ORIGINAL_INVOICE_NOT_FOUND'],
  'E-invoice: tax codes invalid': ['TAX_CODE_INVALID', 'TAX_CODE_INVALID'],
  'E-invoice: totals invalid': ['INVOICE_TOTAL_INVALID', 'INVOICE_TOTAL_INVALID'],
  'E-invoice: address required': ['INVOICE_BUYER_ADDRESS_REQUIRED', 'INVOICE_BUYER_ADDRESS_REQUIRED'],
  'E-invoice: budget code length': ['BUDGET_CODE_LENGTH', 'BUDGET_CODE_LENGTH'],
  'A synced receipt cannot be deleted': ['RECEIPT_SYNCED', null],
  'a published invoice cannot be previewed': [
    'INVOICE_PUBLISHED_CANNOT_BE_PREVIEWED',
    'INVOICE_PUBLISHED_CANNOT_BE_PREVIEWED',
  ],
  'Accounting sync: missing reference codes': [
    'ACCOUNTING_APARTMENT_CODE_MISSING',
    'ACCOUNTING_APARTMENT_CODE_MISSING',
  ],
  'accounting system error': ['ACCOUNTING_SYSTEM_ERROR', 'ACCOUNTING_SYSTEM_ERROR'],
  'invalid bill or receipt': ['BILL_INVALID', 'BILL_INVALID'],
  'nothing to sync': ['NOTHING_TO_SYNC', 'NOTHING_TO_SYNC'],
  // Amenities
  'amenity in use in a booking': ['IN_USE', 'IN_USE'],
  'approved booking at the same time': ['APPROVED_BOOKING_AT_THE_SAME_TIME', 'APPROVED_BOOKING_AT_THE_SAME_TIME'],
  'outside pre-order time slot': ['OUTSIDE_PRE_ORDER_TIME_SLOT', 'OUTSIDE_PRE_ORDER_TIME_SLOT'],
  'limits per slot': ['LIMIT_PER_SLOT', 'LIMIT_PER_SLOT'],
  'limits per unit': ['LIMIT_PER_UNIT', 'LIMIT_PER_UNIT'],
  'limits per usage': ['LIMIT_PER_USAGE', 'LIMIT_PER_USAGE'],
  'too many bookings': ['TOO_MANY_BOOKINGS', 'TOO_MANY_BOOKINGS'],
  'pay after usage end': ['PAY_AFTER_USAGE_END', 'PAY_AFTER_USAGE_END'],
  'refund not allowed unless cancelled or completed': ['REFUND_NOT_ALLOWED', 'REFUND_NOT_ALLOWED'],
  'already refunded': ['REFUND_ALREADY', 'REFUND_ALREADY'],
  'refund total zero': ['REFUND_TOTAL_ZERO', 'REFUND_TOTAL_ZERO'],
  'payment not allowed unless pending': ['PAYMENT_NOT_ALLOWED', 'PAYMENT_NOT_ALLOWED'],
  'amenity with orders cannot be changed': [
    'AMENITY_WITH_ORDERS_CANNOT_BE_CHANGED',
    'AMENITY_WITH_ORDERS_CANNOT_BE_CHANGED',
  ],
  // Contracts, cards, vehicles
  'Contract template missing': ['REFERENCE_NOT_FOUND', 'REFERENCE_NOT_FOUND'],
  'Contract template in use': ['IN_USE', 'IN_USE'],
  'contract cannot be updated': ['CONTRACT_CANNOT_BE_UPDATED', 'CONTRACT_CANNOT_BE_UPDATED'],
  'plate required, exists': ['VEHICLE_PLATE_EXISTS', 'VEHICLE_PLATE_EXISTS'],
  'card attached to an object cannot be updated': ['CARD_ATTACHED_CANNOT_UPDATE', 'CARD_ATTACHED_CANNOT_UPDATE'],
  'card in use': ['CARD_IN_USE', 'CARD_IN_USE'],
  'card already integrated': ['CARD_ALREADY_INTEGRATED', 'CARD_ALREADY_INTEGRATED'],
  'missing card information': ['CARD_INFORMATION_MISSING', 'CARD_INFORMATION_MISSING'],
  'vehicle linked to a card cannot be changed': ['VEHICLE_LINKED_TO_CARD', 'VEHICLE_LINKED_TO_CARD'],
  'used card cannot be deleted or made inactive': ['CARD_USED_CANNOT_DEACTIVATE', 'CARD_USED_CANNOT_DEACTIVATE'],
  // Assets, devices, contractors, systems
  'system not found': ['SYSTEM_NOT_FOUND', 'SYSTEM_NOT_FOUND'],
  'maintenance or inspection contractor not found': ['CONTRACTOR_NOT_FOUND', 'CONTRACTOR_NOT_FOUND'],
  'group system or system with dependents cannot be deleted': ['SYSTEM_HAS_DEPENDENTS', 'SYSTEM_HAS_DEPENDENTS'],
  'a schedule that already occurred cannot be deleted': ['SCHEDULE_OCCURRED', 'SCHEDULE_OCCURRED'],
  'maintenance cannot be deleted if the device is active or has history': [
    'MAINTENANCE_HAS_HISTORY',
    'MAINTENANCE_HAS_HISTORY',
  ],
  'hotline and partner duplicates': ['ALREADY_EXISTS', 'ALREADY_EXISTS'],
  // Conferences, handover, requests, others
  'Conference cannot be updated, deleted or ended in some states': ['CONFERENCE_STATE', 'CONFERENCE_STATE'],
  'apartment already registered': ['CONFERENCE_REGISTERED', 'CONFERENCE_REGISTERED'],
  'apartment already checked in': ['CONFERENCE_CHECKED_IN', 'CONFERENCE_CHECKED_IN'],
  'Handover, location, property item and room errors': ['HANDOVER_INVALID', 'HANDOVER_INVALID'],
  'Request completion blocked while tasks are in progress': ['TICKET_HAS_OPEN_TASKS', 'TICKET_HAS_OPEN_TASKS'],
  'cannot cancel because tasks exist': ['REQUEST_CANNOT_CANCEL_TASKS_EXIST', 'REQUEST_CANNOT_CANCEL_TASKS_EXIST'],
  'Label in use or group with children cannot be deleted': ['IN_USE', 'IN_USE'],
  'a group cannot move into itself or its subgroup': ['LABEL_GROUP_IN_ITSELF', 'LABEL_GROUP_IN_ITSELF'],
  'invalid label type': ['REFERENCE_NOT_SUITABLE', 'REFERENCE_NOT_SUITABLE'],
  'tariff name exists': ['TARIFF_NAME_EXISTS', 'TARIFF_NAME_EXISTS'],
  'Uploads: empty excel': ['IMPORT_EMPTY', 'IMPORT_EMPTY'],
  'Uploads: file not found': ['NOT_FOUND', 'NOT_FOUND'],
  'Uploads: wrong type': ['FILE_TYPE_NOT_ALLOWED', 'FILE_TYPE_NOT_ALLOWED'],
  'Uploads: size': ['PAYLOAD_TOO_LARGE', 'PAYLOAD_TOO_LARGE'],
  'Uploads: invalid format': ['FILE_NOT_READABLE', 'FILE_NOT_READABLE'],
  'Unit-account import: not found, empty, duplicate, invalid index or balance': [
    'UNIT_ACCOUNT_IMPORT_INVALID',
    'UNIT_ACCOUNT_IMPORT_INVALID',
  ],
  'Invalid formula': ['FORMULA_INVALID', 'FORMULA_INVALID'],
  // And ANNOUNCEMENT_SEND_TYPES_REQUIRED, at the field of each.
  'Announcement content and send types required': ['ANNOUNCEMENT_CONTENT_REQUIRED', 'ANNOUNCEMENT_CONTENT_REQUIRED'],
  'Virtual account code exists per bank': ['IDENTITY_ACCOUNT_CODE_EXISTS', 'IDENTITY_ACCOUNT_CODE_EXISTS'],
  'a bank already has a virtual account in the apartment': ['UNIT_HAS_IDENTITY_ACCOUNT', 'UNIT_HAS_IDENTITY_ACCOUNT'],
  'Service expired': ['SERVICE_EXPIRED', 'SERVICE_EXPIRED'],
  'Service temporarily unavailable': ['DATABASE_UNAVAILABLE', 'DATABASE_UNAVAILABLE'],
  'feature under maintenance': ['MAINTENANCE', 'MAINTENANCE'],
};

/** Codes of the kit and of every module, and those of single fields, which are worded beside them. */
const worded = readWords('en').get('errors') ?? {};
const raised = new Set([...Object.keys(ERRORS), ...MODULES.flatMap(module => Object.keys(module.errors ?? {}))]);
const exists = (code: string) => raised.has(code) || Object.hasOwn(worded, code);
const entries = Object.entries(SENTENCES);

describe('the error catalogue of the specification', () => {
  it('is said by codes that there are', () => {
    expect(entries.filter(([, [, code]]) => code !== null && !exists(code)).map(([sentence]) => sentence)).toEqual([]);
  });

  it('has every code that landed taken off the list of what is missing', () => {
    const landed = entries.filter(([, [planned, code]]) => code === null && exists(planned));
    expect(
      landed.map(([sentence, [planned]]) => `${sentence}: ${planned}`),
      'write the code beside its sentence',
    ).toEqual([]);
  });

  it('plans codes that can be told apart from words', () => {
    expect(entries.length).toBeGreaterThan(150);
    // The one that the specification prints itself.
    expect(entries.filter(([, [planned]]) => !/^([A-Z][A-Z_]+|data_is_locked)$/.test(planned))).toEqual([]);
    expect(entries.filter(([, [planned, code]]) => code !== null && code !== planned)).toEqual([]);
  });
});
