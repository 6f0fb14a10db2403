-- When the operator suspended a freelancer, who cannot log in since then.
alter table freelancer add column suspended_at timestamptz;
