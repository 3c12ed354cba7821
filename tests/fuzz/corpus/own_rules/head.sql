-- rule:
--

SELECT 1