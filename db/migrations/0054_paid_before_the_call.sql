-- A call that is met by what came before it is told as well.
alter table funds_reminders drop constraint funds_reminders_kind_check;
alter table funds_reminders add constraint funds_reminders_kind_check check (kind in (
  'called', 'account_changed', 'first', 'second', 'late', 'extended', 'choose', 'decide', 'released', 'reduced', 'paid_before'));
