create or replace trigger receipt_is_kept before delete or update on receipt
  for each row execute function keep_receipt();
